import Ekiben
import EkibenDocuments
import EkibenInterchange

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    if let file, !isStream, InputFile.exists(file) {
      throw CommandFailure(.refused, "\(file) is there already; name a file that is not")
    }
    if let file, !isStream { try OutputFile.checkPlace(of: file, notOf: call.path) }
    let certificate = try call.withStore(.readOnly) { try $0.certify() }
    let encoded = certificate.encoded()
    if isStream { return call.console.write(String(decoding: encoded.dropLast(), as: UTF8.self)) }
    if let file {
      try OutputFile.checkFolder(of: file)
      try PartialFiles([file], or: "name a file that is not", isReplacing: false).whole { files in
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

enum OutputFile {
  /// Whether it is `-`: standard output, which then has nothing else.
  static func isStream(_ path: String?, _ call: Call) throws(CommandFailure) -> Bool {
    if path == "-", call.isJSON { throw .usage("--json and -o - exclude each other") }
    return path == "-"
  }

  /// Says that a file cannot be made since its folder is missing, in the words of `import`.
  static func checkFolder(of path: String) throws(CommandFailure) {
    if InputFile.exists(URL(filePath: path).deletingLastPathComponent().path) { return }
    throw CommandFailure(.inputOutput, "\(path) cannot be made: there is no such folder")
  }

  /// Refuses what belongs to a store: the file itself, and what SQLite keeps beside it.
  static func checkPlace(of path: String, notOf store: String) throws(CommandFailure) {
    let others = ["", "-wal", "-shm", "-journal"].map { InputFile.resolved(store) + $0 }
    guard others.contains(InputFile.resolved(path)) else { return }
    throw CommandFailure(.refused, "\(path) belongs to the store; name another file")
  }

  /// Refuses a copy that would take the place of what is copied.
  static func checkPlace(
    of copy: String, besides path: String, are words: String
  ) throws(CommandFailure) {
    let isOne = path != "-" && InputFile.resolved(copy) == InputFile.resolved(path)
    guard isOne, InputFile.exists(copy) else { return }
    throw CommandFailure(.refused, "\(words) are one file, \(copy); name another")
  }

  /// What Foundation refused, by whose fault it is (rule C2).
  static func failure(_ error: any Error, _ words: String) -> CommandFailure {
    guard let error = error as? CocoaError, error.code == .fileWriteNoPermission else {
      return CommandFailure(.inputOutput, words)
    }
    return CommandFailure(.notPermitted, words + ": not permitted")
  }
}
