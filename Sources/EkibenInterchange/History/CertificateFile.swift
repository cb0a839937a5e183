public import EkibenDocuments

/// The file of a certificate, as ``EkibenDocuments/Certificate/encoded()`` writes it.
public enum CertificateFile {
  /// Why a file is no certificate.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and where.
    public let description: String
  }

  /// Reads a certificate.
  ///
  /// - Throws: ``Failure`` where the file is none, or is not as it was written: its fingerprint, which
  ///   stands in its first line, is worked out again.
  /// - Complexity: O(n).
  public static func read(_ bytes: [UInt8]) throws(Failure) -> Certificate {
    var splitter = LineSplitter()
    var head: (fingerprint: SHA256.Digest, count: Int)?
    var documents: [Certificate.Document] = []
    do throws(HistoryFileError) {
      var lines = try splitter.take(bytes)
      if let last = splitter.finish() { lines.append(last) }
      for (at, bytes) in lines.enumerated() {
        let line = try LineCursor(bytes, line: at + 1)
        if at == 0 {
          head = try line.read(header)
        } else {
          documents.append(try line.read(document))
        }
      }
    } catch { throw Failure(description: error.description) }
    let certificate = Certificate(documents)
    guard let head, certificate.fingerprint == head.fingerprint, documents.count == head.count
    else {
      throw Failure(description: "the certificate was changed: its fingerprint is another one")
    }
    return certificate
  }

  private static func header(
    _ root: JSONCursor
  ) throws(JSONError) -> (fingerprint: SHA256.Digest, count: Int) {
    try root.refuseMembers(besides: ["format", "fingerprint", "documents"])
    let format = try root.required("format")
    guard ByteText.equal(try format.string(), Certificate.format) else {
      throw format.error(.invalid("this program reads \(Certificate.format)"))
    }
    return (try root.required("fingerprint").digest(), try root.required("documents").int())
  }

  private static func document(_ root: JSONCursor) throws(JSONError) -> Certificate.Document {
    try root.refuseMembers(besides: ["document", "entries", "last", "destroyed"])
    let uid = try root.required("document").uid("a uid")
    let destruction = try root.optional("destroyed").map { cursor throws(JSONError) in
      try cursor.refuseMembers(besides: ["author", "time", "reason"])
      return EditMetadata(
        author: try cursor.required("author").string(),
        time: Int64(try cursor.required("time").int()),
        reason: try cursor.optional("reason")?.string())
    }
    return Certificate.Document(
      uid: uid, entries: try root.required("entries").int(),
      last: try root.required("last").digest(), destruction: destruction)
  }
}
