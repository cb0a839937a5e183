import Ekiben
import FoundationEssentials

/// Files that are written piece by piece under names of their own, and get theirs when all of them are
/// whole and on disk.
final class PartialFiles {
  /// One of them.
  struct File {
    let path: String
    /// How many lines it has.
    fileprivate(set) var lines = 0
    /// How many bytes it has.
    fileprivate(set) var bytes = 0
    fileprivate var descriptor: Int32?
    fileprivate var pending = ""

    fileprivate var partial: String { path + "-partial" }
  }

  private(set) var files: [File] = []
  private let isReplacing: Bool
  private var problem: CommandFailure?

  /// Begins the files, in a folder that is made if it is missing.
  convenience init(
    _ folder: String, _ names: [String], isReplacing: Bool
  ) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw OutputFile.failure(error, "\(folder) cannot be made, or is no folder")
    }
    try self.init(
      names.map { "\(folder)/\($0)" }, or: "name another folder", isReplacing: isReplacing)
  }

  /// Begins files that have such paths; where one is there, what could be done instead is said.
  init(_ paths: [String], or instead: String, isReplacing: Bool) throws(CommandFailure) {
    self.isReplacing = isReplacing
    for path in paths where !isReplacing && InputFile.exists(path) {
      throw CommandFailure(
        .refused, "\(path) is there already; \(instead), or replace it with --force")
    }
    for path in paths {
      var file = File(path: path)
      let (descriptor, problem) = StandardStreams.create(file.partial)
      if let problem {
        discard()
        throw CommandFailure(problem.code, "\(file.partial) cannot be made: \(problem)")
      }
      file.descriptor = descriptor
      files.append(file)
    }
  }

  /// Adds a line with its end.
  ///
  /// - Returns: Whether there is any use in going on; ``finish()`` says why not.
  func write(_ line: String, to file: Int) -> Bool {
    files[file].lines += 1
    files[file].pending += line
    files[file].bytes += line.utf8.count
    return files[file].pending.utf8.count < 65_536 || flush(file)
  }

  private func flush(_ at: Int) -> Bool {
    guard let descriptor = files[at].descriptor, !files[at].pending.isEmpty else { return true }
    let outcome = StandardStreams.write(files[at].pending, to: descriptor)
    files[at].pending = ""
    return isDone(outcome, files[at].path)
  }

  private func isDone(_ outcome: StandardStreams.Outcome, _ path: String) -> Bool {
    switch outcome {
    case .written: return true
    case .closed: problem = CommandFailure(.inputOutput, "\(path) cannot be written")
    case .failed(let words):
      problem = CommandFailure(.inputOutput, "\(path) cannot be written: \(words)")
    }
    return false
  }

  /// Gives the files their names.
  func finish() throws(CommandFailure) {
    for at in files.indices where problem == nil {
      guard flush(at), let descriptor = files[at].descriptor else { continue }
      files[at].descriptor = nil
      _ = isDone(StandardStreams.finish(descriptor), files[at].path)
    }
    for file in files where problem == nil {
      _ = isDone(StandardStreams.name(file.partial, file.path, replacing: isReplacing), file.path)
    }
    if let problem { throw problem }
  }

  /// Leaves nothing of what has no name yet.
  func discard() {
    for file in files {
      if let descriptor = file.descriptor { _ = StandardStreams.finish(descriptor) }
      StandardStreams.discard(file.partial)
    }
    files = []
  }
}
