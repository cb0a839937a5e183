import EkibenDocuments

/// Finds a form's name: what the caller chose, else what the file says, else the file's own name.
struct FormNaming {
  let chosen: String?
  let fallback: String

  func name(id: JSONCursor?, url: JSONCursor?) throws(ImportError) -> DocumentName {
    if let chosen { return try legal(chosen, nil) }
    if let id, let text = id.node.string { return try legal(text, id) }
    // A canonical URL may end in `|` and a version, and some end in a slash.
    let plain = url?.node.string?.unicodeScalars.prefix { $0 != "|" }
    if let last = plain?.split(separator: "/").last { return try legal(String(last), url) }
    if fallback.isEmpty { throw ImportError(.noName) }
    return try legal(fallback, nil)
  }

  private func legal(_ text: String, _ cursor: JSONCursor?) throws(ImportError) -> DocumentName {
    do throws(InvalidName) { return try DocumentName(text) } catch {
      guard let cursor else { throw ImportError(.name(error)) }
      throw ImportError(.name(error), at: cursor)
    }
  }
}
