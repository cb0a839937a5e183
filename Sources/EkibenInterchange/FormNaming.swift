import EkibenDocuments

/// Finds a form's name: what the caller chose, else what the file says, else the file's own name.
struct FormNaming {
  let chosen: String?
  let fallback: String

  func name(id: JSONCursor?, url: JSONCursor?) throws(ImportError) -> DocumentName {
    if let chosen { return try legal(chosen, nil) }
    if let id, let text = id.node.string { return try legal(text, id) }
    if let url, let last = url.node.string.map(lastPart), !last.isEmpty {
      return try legal(last, url)
    }
    if fallback.isEmpty { throw ImportError(.noName) }
    return try legal(fallback, nil)
  }

  // A canonical URL may end in `|` and a version, and some end in a slash.
  private func lastPart(of url: String) -> String {
    let plain = url.unicodeScalars.prefix { $0 != "|" }
    return plain.split(separator: "/").last.map { String($0) } ?? ""
  }

  private func legal(_ text: String, _ cursor: JSONCursor?) throws(ImportError) -> DocumentName {
    do throws(InvalidName) { return try DocumentName(text) } catch {
      guard let cursor else { throw ImportError(.name(error)) }
      throw ImportError(.name(error), at: cursor)
    }
  }
}
