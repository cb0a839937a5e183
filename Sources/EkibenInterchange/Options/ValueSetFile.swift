public import EkibenDocuments
import EkibenForms

/// A file with FHIR R4 ValueSets and CodeSystems, alone or in a Bundle, each a set of options (rule I34).
public struct ValueSetFile: Sendable {
  /// The sets of a file.
  public struct Content: Sendable {
    /// The sets, in the order of the file.
    public let sets: [ImportedOptionSet]
    /// What was noticed, in the order of the file.
    public let warnings: [ImportWarning]
  }

  private let root: JSONCursor
  private let resources: [JSONCursor]
  private let others: [ImportNote]

  /// Reads a file.
  ///
  /// - Throws: ``ImportError`` when it is no ValueSet, no CodeSystem and no Bundle.
  /// - Complexity: O(n) in the size of the file.
  public init(_ bytes: [UInt8]) throws(ImportError) { try self.init(ImportFile(bytes).root) }

  /// Takes a file that was looked at.
  package init(_ root: JSONCursor) throws(ImportError) {
    self.root = root
    guard root.node["resourceType"] == "Bundle" else {
      guard ValueSets.isValueSetOrCodeSystem(root) else { throw ImportError(.noValueSet, at: root) }
      (resources, others) = ([root], [])
      return
    }
    let entries = root.elements("entry") ?? []
    let found = entries.map { $0.member("resource") }
    resources = found.compactMap(\.self).filter(ValueSets.isValueSetOrCodeSystem)
    others = zip(entries, found).compactMap { entry, resource in
      if let resource, ValueSets.isValueSetOrCodeSystem(resource) { return nil }
      return ImportNote(.otherEntry(resource?.node["resourceType"]?.string), at: entry)
    }
  }

  /// The systems and sets that those of the file include, as they call them: what may have to be looked up.
  public var references: Set<String> { Set(resources.flatMap(ValueSets.references)) }

  /// The sets, to be published.
  ///
  /// - Parameters:
  ///   - fallback: What a set is called that says neither an id nor a URL.
  ///   - name: What the one set of the file is called, whatever it says.
  ///   - known: The options of what ``references`` names, as far as they are at hand.
  /// - Returns: The sets and what was noticed.
  /// - Throws: ``ImportError`` where one of them has no options, or is composed of what is not at hand.
  /// - Complexity: O(n log n) in the size of the file and of what is taken over.
  public func sets(
    named fallback: String, as name: String? = nil, known: [String: [Fields]] = [:]
  ) throws(ImportError) -> Content {
    let naming = FormNaming(chosen: name, fallback: fallback)
    var reader = ValueSets(resources, known: known)
    var notes = others
    var sets: [ImportedOptionSet] = []
    for resource in resources {
      if resources.count + others.count > 1, resource.node["content"] == "not-present" {
        notes.append(ImportNote(.noCodes, at: resource))
        continue
      }
      let options: [ListedConcepts.Concept]
      do throws(ValueSets.Fault) { options = try reader.options(of: resource) } catch {
        throw ImportError(error.kind, at: error.cursor)
      }
      sets.append(try set(resource, options, naming, &notes))
    }
    guard !sets.isEmpty else { throw ImportError(.noValueSets, at: root) }
    if name != nil, sets.count > 1 { throw ImportError(.severalSets(sets.count)) }
    notes = (notes + reader.notes).sorted { $0.mark.offset < $1.mark.offset }
    return Content(sets: sets, warnings: notes.warnings(in: root))
  }

  private func set(
    _ resource: JSONCursor, _ options: [ListedConcepts.Concept], _ naming: FormNaming,
    _ notes: inout [ImportNote]
  ) throws(ImportError) -> ImportedOptionSet {
    var members = MemberReader(resource)
    var fields = Fields()
    for name in FieldName.fhirTexts { fields[name] = members.text(name.rawValue) }
    for name in taken(from: resource) { members.skip(name) }
    fields[.fhir] = members.rest()
    notes += members.notes
    let name = try naming.name(id: resource.filled("id"), url: resource.filled("url"))
    var set = try OptionSetFile.set(name, fields, options.map(\.fields)) { index in
      SourcePlace(SourceMark(options[index].cursor), in: resource.source)
    }
    set.resourceType = resource.node["resourceType"]?.string
    return set
  }

  // What the options say; how they were found is kept, unless they are all that it says.
  private func taken(from resource: JSONCursor) -> [String] {
    guard resource.node["resourceType"] == "ValueSet" else { return ["concept"] }
    if resource.node["expansion"]?["contains"] != nil { return ["expansion"] }
    let compose = resource.member("compose")
    let isList =
      compose?.node["exclude"] == nil
      && (compose?.elements("include") ?? []).allSatisfy {
        $0.node["concept"] != nil && $0.node["valueSet"] == nil
      }
    return isList ? ["compose"] : []
  }
}
