import EkibenInterchange

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum InputFile {
  /// What messages call a file: `-` is standard input.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// Reads a file, or with `-` standard input; one that is too long is refused soon behind the limit, since a
  /// device has no end.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    try read(InputPieces(path), behind: [])
  }

  /// Reads the rest of a file whose beginning was read.
  static func read(
    _ pieces: borrowing InputPieces, behind beginning: [UInt8]
  ) throws(CommandFailure) -> [UInt8] {
    var bytes = beginning
    while bytes.count <= limit, let piece = try pieces.next() { bytes += piece }
    guard bytes.count <= limit else {
      throw CommandFailure(.content, "\(name(pieces.path)) is longer than \(limit >> 20) MB")
    }
    return bytes
  }

  /// Reads a file, or with `-` standard input, whose text has to be UTF-8.
  static func text(_ path: String) throws(CommandFailure) -> String {
    guard let text = String(validating: try read(path), as: UTF8.self) else {
      throw CommandFailure(.content, "\(name(path)) is not UTF-8")
    }
    return text
  }

  /// Names the file in what is wrong with its content.
  static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ImportError {
      let comma = error.place == nil ? ":" : ","
      throw CommandFailure(.content, "\(name(path))\(comma) \(error)")
    } catch let error as HistoryFileError {
      throw CommandFailure(.content, "\(name(path)), \(error)")
    }
  }

  /// Runs a body on a file, or with `-` on one that holds what standard input says for as long.
  static func file<Result>(
    _ path: String, beside other: String, _ body: (String) throws -> Result
  ) throws -> Result {
    if path != "-" { return try body(path) }
    let copy = other + "-from-input"
    let descriptor = try StandardStreams.naming(
      "\(copy) cannot be made", try StandardStreams.create(copy))
    defer { StandardStreams.discard(copy) }
    let words = "\(copy) cannot be written"
    let pieces = try InputPieces("-")
    while let piece = try pieces.next() {
      try StandardStreams.naming(words, try StandardStreams.writeAll(piece, to: descriptor))
    }
    try StandardStreams.naming(words, try StandardStreams.finish(descriptor))
    do { return try body(copy) } catch {
      let failure = CommandFailure(any: error)
      throw CommandFailure(failure.code, failure.message.replacing(copy, with: name(path)))
    }
  }

  private static let limit = JSON.Limits.standard.bytes

  /// The last part of a path, without its ending; nothing of standard input.
  static func stem(of path: String) -> String {
    if path == "-" { return "" }
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Where a path leads when its symbolic links are followed.
  static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  /// The folder that a file of a path stands in.
  static func folder(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
  }

  static func isFolder(_ path: String) -> Bool { unusualKind(of: path) == "a folder" }

  /// The kind in words of what is neither a file nor a link to one.
  static func unusualKind(of path: String) -> String? {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: resolved(path))
      return switch attributes[.type] as? FileAttributeType {
      case .typeRegular: nil
      case .typeDirectory: "a folder"
      case .typeCharacterSpecial, .typeBlockSpecial: "a device"
      case .typeSymbolicLink: "a link to nothing"
      default: "a pipe or a socket"
      }
    } catch {
      return nil  // not there, or not for us to see
    }
  }
}

enum OutputFile {
  /// Whether it is `-`: standard output, which then has nothing else.
  static func isStream(_ path: String?, _ call: Call) throws(CommandFailure) -> Bool {
    if path == "-", call.isJSON { throw .usage("--json and -o - exclude each other") }
    return path == "-"
  }

  /// Refuses a name that something else than a file has: a device, a pipe or a folder is never replaced.
  static func checkKind(of path: String, or instead: String) throws(CommandFailure) {
    guard let kind = InputFile.unusualKind(of: path) else { return }
    throw CommandFailure(.refused, "\(path) is \(kind), not a file; \(instead)")
  }

  /// Says that a file cannot be made since its folder is missing, in the words of `import`.
  static func checkFolder(of path: String) throws(CommandFailure) {
    if InputFile.exists(path.hasSuffix("/") ? path : InputFile.folder(of: path)) { return }
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

  /// Makes a folder, and those around it, where they are missing.
  static func makeFolder(_ path: String) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let words = "\(path) cannot be made, or is no folder"
      // By whose fault it is (rule C2).
      let isPermission = (error as? CocoaError)?.code == .fileWriteNoPermission
      throw isPermission
        ? CommandFailure(.notPermitted, words + ": not permitted")
        : CommandFailure(.inputOutput, words)
    }
  }
}

/// The pieces of a file of any size, or with `-` of standard input.
struct InputPieces: ~Copyable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    do throws(StandardStreams.Refusal) {
      descriptor = path == "-" ? StandardStreams.input : try StandardStreams.openFile(path)
    } catch { throw Self.failure(error, path) }
  }

  deinit { if descriptor != StandardStreams.input { StandardStreams.closeFile(descriptor) } }

  /// What comes next; nil at the end.
  func next() throws(CommandFailure) -> [UInt8]? {
    do throws(StandardStreams.Refusal) {
      let piece = try StandardStreams.readSome(descriptor)
      return piece.isEmpty ? nil : piece
    } catch { throw Self.failure(error, path) }
  }

  /// As much as tells what a file is; less only of one that ends before.
  func beginning() throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < 1024, let piece = try next() { bytes += piece }
    return bytes
  }

  private static func failure(_ error: StandardStreams.Refusal, _ path: String) -> CommandFailure {
    let name = InputFile.name(path)
    if error.isMissing { return CommandFailure(.noInput, "there is no file \(name)") }
    if error.code == .notPermitted {
      return CommandFailure(.notPermitted, "not permitted to read \(name)")
    }
    return CommandFailure(
      .inputOutput,
      InputFile.isFolder(path)
        ? "\(name) is a folder, not a file" : "\(name) cannot be read: \(error)")
  }
}
