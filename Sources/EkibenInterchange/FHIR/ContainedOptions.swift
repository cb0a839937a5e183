import EkibenDocuments
import EkibenForms

/// The options of value sets that stand in the Questionnaire itself, by `#id` and by URL.
struct ContainedOptions {
  private var sets: [String: [Value]] = [:]

  // The resources themselves are kept with the form, so that options say only what is acted on.
  init(_ root: JSONCursor) {
    let resources = (root.elements("contained") ?? []).filter(ValueSets.isValueSetOrCodeSystem)
    var reader = ValueSets(resources, keepsFilters: false)
    for resource in resources where resource.node["resourceType"] == "ValueSet" {
      do throws(ValueSets.Fault) {
        let options = try reader.options(of: resource).filter { $0.fields[.code] != nil }
        for name in [resource.node["id"]?.string.map { "#" + $0 }, resource.node["url"]?.string] {
          if let name { sets[name] = options.map { .record($0.fields.setting(.fhir, nil)) } }
        }
      } catch { continue }  // its URL is kept, and the store may know it
    }
  }

  /// The options of a value set; nil where the file does not say all of them.
  subscript(name: String) -> [Value]? { sets[name] }
}
