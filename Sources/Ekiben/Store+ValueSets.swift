public import EkibenDocuments
public import EkibenInterchange
public import EkibenStore

extension Store {
  /// Publishes the ValueSets and CodeSystems of a FHIR file as sets of options, all or none (rule I34).
  ///
  /// What they include and do not list themselves is looked up in this store. A set whose URL the store knows
  /// keeps the name that it has here; the id of a new one that is taken gets `-valueset` or `-codesystem`.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - fallback: What a set is called that says neither an id nor a URL.
  ///   - name: What the one set of the file is called.
  ///   - metadata: Who publishes them, and when.
  /// - Returns: What the file holds, and what came of each set.
  /// - Throws: ``EkibenInterchange/ImportError`` where a set cannot be made, and
  ///   ``EkibenStore/StoreError`` when the store refuses; then nothing has come in.
  /// - Complexity: O(n log n) in the size of the file and of what is looked up.
  public func publish(
    _ file: ValueSetFile, named fallback: String, as name: DocumentName? = nil,
    by metadata: EditMetadata
  ) throws -> (content: ValueSetFile.Content, publications: [Publication]) {
    var known: [String: [Fields]] = [:]
    for reference in file.references {
      if let set = try optionSet(reference) { known[reference] = try options(of: set) }
    }
    let content = try file.sets(named: fallback, as: name?.rawValue, known: known)
    var all: [(name: DocumentName, document: Document)] = []
    for set in content.sets {
      let free = try name ?? freeName(of: set, besides: all.map(\.name))
      all.append((free, set.document))
    }
    return (content, try publish(all, by: metadata))
  }

  private func freeName(
    of set: ImportedOptionSet, besides others: [DocumentName]
  ) throws -> DocumentName {
    let url = set.document.fields.text(.url)
    if let known = try url.flatMap({ (url) throws(StoreError) in try optionSet(url) }) {
      return known.name
    }
    guard try others.contains(set.name) || isTaken(set.name, url) else { return set.name }
    return try DocumentName("\(set.name)-\(set.resourceType?.lowercased() ?? "options")")
  }

  private func isTaken(_ name: DocumentName, _ url: String?) throws(StoreError) -> Bool {
    do throws(StoreError) {
      let content = try form(name).content
      let other = content.fields.text(.url)
      return !content.isOptionSet || url != nil && other != nil && url != other
    } catch .unknownForm { return false }
  }
}
