/// Files that are written piece by piece under names of their own, and get theirs when all of them are
/// whole and on disk.
final class PartialFiles {
  struct File {
    let path: String
    fileprivate(set) var lines = 0
    fileprivate(set) var bytes = 0
    fileprivate var descriptor: Int32?
    fileprivate var pending = ""

    fileprivate var partial: String { path + "-partial" }
  }

  private(set) var files: [File] = []
  private let isReplacing: Bool
  private var problem: CommandFailure?

  /// Begins the files, in a folder that is made if it is missing.
  convenience init(_ folder: String, _ names: [String], isReplacing: Bool) throws(CommandFailure) {
    try OutputFile.makeFolder(folder)
    try self.init(
      names.map { "\(folder)/\($0)" }, or: "name another folder", isReplacing: isReplacing)
  }

  /// Begins files that have such paths; where one is there, what could be done instead is said.
  init(_ paths: [String], or instead: String, isReplacing: Bool) throws(CommandFailure) {
    self.isReplacing = isReplacing
    for path in paths {
      try OutputFile.checkKind(of: path, or: instead)
      if isReplacing || !InputFile.exists(path) { continue }
      throw CommandFailure(
        .refused, "\(path) is there already; \(instead), or replace it with --force")
    }
    for path in paths {
      var file = File(path: path)
      do throws(CommandFailure) {
        file.descriptor = try StandardStreams.naming(
          "\(file.partial) cannot be made", try StandardStreams.create(file.partial))
      } catch {
        discard()
        throw error
      }
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
    let pending = Array(files[at].pending.utf8)
    files[at].pending = ""
    return attempt(files[at].path, try StandardStreams.writeAll(pending, to: descriptor))
  }

  private func attempt(
    _ path: String, _ body: @autoclosure () throws(StandardStreams.Refusal) -> Void
  ) -> Bool {
    do throws(CommandFailure) {
      try StandardStreams.naming("\(path) cannot be written", try body())
      return true
    } catch {
      problem = error
      return false
    }
  }

  /// Runs a body that writes them, and gives them their names; where that cannot be, nothing is left of them.
  func whole<Result>(_ body: (PartialFiles) throws -> Result) throws -> Result {
    do {
      let result = try body(self)
      try finish()
      return result
    } catch {
      discard()
      throw error
    }
  }

  /// Gives the files their names.
  func finish() throws(CommandFailure) {
    for at in files.indices where problem == nil {
      guard flush(at), let descriptor = files[at].descriptor else { continue }
      files[at].descriptor = nil
      _ = attempt(files[at].path, try StandardStreams.finish(descriptor))
    }
    for file in files where problem == nil {
      _ = attempt(
        file.path, try StandardStreams.name(file.partial, file.path, replacing: isReplacing))
    }
    if let problem { throw problem }
  }

  /// Leaves nothing of what has no name yet.
  func discard() {
    for file in files {
      if let descriptor = file.descriptor { StandardStreams.closeFile(descriptor) }
      StandardStreams.discard(file.partial)
    }
    files = []
  }
}
