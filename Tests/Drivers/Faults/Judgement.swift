import Foundation

/// What came of one operation with a fault, and was found right.
enum Outcome: Hashable {
  /// The operation did its work all the same.
  case absorbed
  /// It refused, and nothing had happened.
  case refused
  /// It refused and nothing was to be seen, but a process that opens the file after a kill at that
  /// moment finds the work done, whole.
  case comesBack
  /// It refused, and its work was there all the same, whole.
  case doneThoughRefused
  /// It refused, and had come from one whole state to another on its way.
  case partly
}

/// All that the files of a folder say to whoever opens them next: their bytes but for what only a
/// living process knows.
struct StoredFiles: Hashable {
  private let bytes: [String: [UInt8]]

  /// Reads the files; nobody in this process may have them open, since closing a file drops all locks
  /// that the process has on it.
  init(_ folder: URL) throws {
    var bytes: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !name.hasSuffix("-shm") {
      bytes[name] = [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }
    self.bytes = bytes
  }
}

/// What a copy of the files, opened as after a kill, was found to hold.
struct KilledState {
  let snapshot: Snapshot
  /// What `verify` finds in it.
  let findings: [String]
}

/// What was looked at before, by the bytes that it was found in.
///
/// Most of a hundred thousand points leave the same few files, and what somebody finds who opens them
/// depends on nothing else: salts and ids are the same in each attempt.
final class SeenFiles {
  /// Files as after a kill.
  private var killed: [StoredFiles: KilledState] = [:]
  /// Attempts that left nothing open and in which everything held.
  private var outcomes: [Left: Outcome] = [:]

  private struct Left: Hashable {
    let files: StoredFiles
    let hasFailed: Bool
  }

  func state(of folder: URL, orElse look: () throws -> KilledState) throws -> KilledState {
    let files = try StoredFiles(folder)
    if let known = killed[files] { return known }
    let state = try look()
    killed[files] = state
    return state
  }

  func outcome(of files: StoredFiles, hasFailed: Bool) -> Outcome? {
    outcomes[Left(files: files, hasFailed: hasFailed)]
  }

  func note(_ outcome: Outcome, of files: StoredFiles, hasFailed: Bool) {
    outcomes[Left(files: files, hasFailed: hasFailed)] = outcome
  }
}
