import Ekiben
import EkibenDocuments
import Foundation
import Synchronization
import TestSupport
import Testing

/// Runs the command, as another process.
func runTool(_ arguments: String...) throws {
  let end = try runProcess(try builtProduct(named: "ekiben"), arguments)
  try #require(end.status == 0, "\(end.stderr)")
}

/// Writes down what it is told.
final class EventRecorder<Event: Sendable>: Sendable {
  private let noted = Mutex<[Event]>([])

  var lines: [Event] { noted.withLock { $0 } }

  func note(_ line: Event) { noted.withLock { $0.append(line) } }

  func clear() { noted.withLock { $0 = [] } }
}

extension EventRecorder<String> {
  func note(_ change: JournalChange) {
    let changes = change.changes.changes.map { Notation.text(of: $0) }.joined(separator: "; ")
    note("\(change.entry.number) \(changes)")
  }
}

/// Gives others turns until something holds.
func wait(
  seconds: Int = 60, sourceLocation: SourceLocation = #_sourceLocation,
  until isDone: () throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while try !isDone() {
    try #require(.now < deadline, "nothing came", sourceLocation: sourceLocation)
    try await Task.sleep(for: .milliseconds(5))
  }
}
