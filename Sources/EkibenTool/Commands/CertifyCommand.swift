import Ekiben
import EkibenDocuments
import EkibenInterchange

enum CertifyCommand: Command {
  static let spec = CommandSpec(
    name: "certify", summary: "print one fingerprint over all documents and their histories",
    positionals: ["STORE"],
    options: [.init("-o, --output FILE", "write how each document stands, too; - prints only that")]
      + CommandSpec.reading,
    discussion: """
      Keep the fingerprint, or the file, where whoever keeps the store cannot change it: verify --against
      then finds whatever was changed, taken out or cut off of a history. The file lists each document's
      uid, how many entries it has and the id of the last, so that it also tells growth from change.
      What is no history is not covered: the names that documents have in this store, sets of options,
      and who published a form when.
      """)

  static func run(_ call: Call) throws {
    let file = call.arguments["output"]
    let isStream = try OutputFile.isStream(file, call)
    if let file, !isStream {
      try OutputFile.checkKind(of: file, or: "name another file")
      if InputFile.exists(file) {
        throw CommandFailure(.refused, "\(file) is there already; name a file that is not")
      }
      try OutputFile.checkPlace(of: file, notOf: call.path)
    }
    let certificate = try call.withStore(.readOnly) { try $0.certify() }
    let encoded = certificate.encoded()
    if isStream { return call.console.write(String(decoding: encoded.dropLast(), as: UTF8.self)) }
    if let file {
      try OutputFile.checkFolder(of: file)
      try PartialFiles([file], or: "name another file", isReplacing: false).whole { files in
        _ = files.write(String(decoding: encoded, as: UTF8.self), to: 0)
      }
    }
    call.write(
      json: .object(["fingerprint": certificate.fingerprint, "documents": certificate.documents]),
      lines: ["\(certificate.fingerprint)"])
  }
}

extension Certificate.Document: JSONConvertible {
  var json: JSON {
    let destroyed = destruction.map { by in
      JSON.object(["author": by.author, "time": Timestamp.text(by.time), "reason": by.reason])
    }
    return .object([
      "uid": Hexadecimal.text(uid), "entries": entries, "last": last,
      "destroyed": OptionalMember(destroyed),
    ])
  }
}
