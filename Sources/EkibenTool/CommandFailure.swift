import Ekiben
import EkibenInterchange

/// Why a command ends with another code than 0, and what it says about it.
struct CommandFailure: Error {
  /// The exit codes of the contract.
  enum Code: Int32 {
    /// A clear no.
    case refused = 1
    /// The command line is wrong.
    case usage = 64
    /// The input's content is wrong.
    case content = 65
    /// The input file or the store does not exist.
    case noInput = 66
    /// The store is not one of ours, or is newer than this program.
    case unavailable = 69
    /// Reading or writing failed.
    case inputOutput = 74
    /// Locked by someone else.
    case busy = 75
    /// Not permitted.
    case notPermitted = 77
  }

  let code: Code
  let message: String
  /// Whether how its command is called is shown, and not how all commands are.
  let isOfCommand: Bool

  init(_ code: Code, _ message: String, isOfCommand: Bool = false) {
    (self.code, self.message, self.isOfCommand) = (code, message, isOfCommand)
  }

  /// A command line that its command does not take.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(.usage, message, isOfCommand: true)
  }

  init(_ error: StoreError) {
    let code: Code =
      switch error {
      case .noSuchFile: .noInput
      case .notAStore, .newerFormat, .newerContent, .formerFormat, .foreignSchema: .unavailable
      case .damaged, .full, .inputOutput, .sqlite, .closed, .suspended, .interrupted, .outOfMemory,
        .unfinished:
        .inputOutput
      case .busy, .remains: .busy
      case .notPermitted, .openedReadOnly: .notPermitted
      case .duplicates, .tooDeep, .secretInitial: .content
      case .upgradeNeeded, .leftover, .replaced, .linked, .fileExists, .unknownForm,
        .unknownDocument, .unknownRow, .nameTaken, .differentForm, .sameForm, .otherKind, .history,
        .conflict, .deleted, .final, .changeNeedsReason, .reasonMissing, .reopenNeedsReason,
        .structure, .unknownRevision, .retired, .unfitRename, .secretStays:
        .refused
      }
    let hint =
      switch error {
      case .reasonMissing, .reopenNeedsReason: "; give one with --reason TEXT"
      case .changeNeedsReason: " with --reason TEXT"
      case .damaged(let path, let detail) where detail.isOfFile: Self.replacing(path)
      case .damaged(let path, _):
        "; \(Wording.call("verify", [path])) lists all that is damaged"
      default: ""
      }
    self.init(code, error.description + hint)
  }

  /// The way out for who has a damaged file.
  static func replacing(_ path: String) -> String {
    "; put a copy in its place with: \(Wording.call("restore", ["BACKUP", path], ["--force"]))"
  }

  init(_ error: InputError) {
    let code: Code =
      if case .unavailable = error.problem { .inputOutput } else {
        error.problem.isAboutContent ? .content : .refused
      }
    self.init(code, error.description)
  }

  init(_ error: SessionError) {
    switch error {
    case .input(let error): self.init(error)
    case .conflict(let conflict): self.init(StoreError.conflict(conflict.stale))
    case .store(let error): self.init(error)
    case .incomplete: self.init(.refused, error.description)
    }
  }

  /// Sorts any error that a command can meet.
  init(any error: any Error) {
    switch error {
    case let error as CommandFailure: self = error
    case let error as StoreError: self.init(error)
    case let error as SessionError: self.init(error)
    case let error as InputError: self.init(error)
    case let error as ImportError: self.init(.content, error.description)
    case let error as HistoryFileError: self.init(.content, error.description)
    case let error as InvalidName: self.init(.usage, error.description)
    default: self.init(.inputOutput, "\(error)")
    }
  }
}
