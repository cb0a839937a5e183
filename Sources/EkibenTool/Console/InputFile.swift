import EkibenInterchange

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a file that the user names.
enum InputFile {
  /// What messages call a file: `-` is standard input.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// Reads a file, or with `-` standard input.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    let input =
      path == "-"
      ? StandardStreams.read(StandardStreams.input, limit: limit)
      : StandardStreams.read(path, limit: limit)
    return try bytes(of: input, name(path))
  }

  /// Reads a file, or with `-` standard input, whose text has to be UTF-8.
  static func text(_ path: String) throws(CommandFailure) -> String {
    let bytes = try read(path)
    guard bytes.count <= limit else {
      throw CommandFailure(.content, "\(name(path)) is longer than \(limit >> 20) MB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
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

  /// Reads a file of any size piece by piece, or with `-` standard input.
  static func pieces(_ path: String, _ body: ([UInt8]) throws -> Void) throws {
    if let failure = try StandardStreams.pieces(path == "-" ? nil : path, body) {
      _ = try bytes(of: failure, name(path))
    }
  }

  /// Runs a body on a file, or with `-` on one that holds what standard input says for as long.
  static func file<Result>(
    _ path: String, beside other: String, _ body: (String) throws -> Result
  ) throws -> Result {
    if path != "-" { return try body(path) }
    let copy = other + "-from-input"
    let (descriptor, problem) = StandardStreams.create(copy)
    if let problem { throw CommandFailure(problem.code, "\(copy) cannot be made: \(problem)") }
    defer { StandardStreams.discard(copy) }
    var outcome = StandardStreams.Outcome.written
    try pieces(path) { piece in
      if case .written = outcome { outcome = StandardStreams.write(piece, to: descriptor) }
    }
    let finished = StandardStreams.finish(descriptor)
    if case .written = outcome { outcome = finished }
    if case .failed(let words) = outcome {
      throw CommandFailure(.inputOutput, "\(copy) cannot be written: \(words)")
    }
    do { return try body(copy) } catch {
      let failure = CommandFailure(any: error)
      throw CommandFailure(failure.code, failure.message.replacing(copy, with: name(path)))
    }
  }

  private static let limit = JSON.Limits.standard.bytes

  private static func bytes(
    of input: StandardStreams.Input, _ path: String
  ) throws(CommandFailure) -> [UInt8] {
    switch input {
    case .read(let bytes): return bytes
    case .missing: throw CommandFailure(.noInput, "there is no file \(path)")
    case .forbidden: throw CommandFailure(.notPermitted, "not permitted to read \(path)")
    case .failed where isFolder(path):
      throw CommandFailure(.inputOutput, "\(path) is a folder, not a file")
    case .failed(let words): throw CommandFailure(.inputOutput, "\(path) cannot be read: \(words)")
    }
  }

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

  static func isFolder(_ path: String) -> Bool {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return attributes[.type] as? FileAttributeType == .typeDirectory
    } catch {
      return false  // not there, or not for us to see
    }
  }
}
