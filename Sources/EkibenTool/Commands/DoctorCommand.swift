import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

enum DoctorCommand: Command {
  static let spec = CommandSpec(
    name: "doctor", summary: "look at versions, durability and room, and say what to do",
    positionals: ["STORE"], options: CommandSpec.reading,
    discussion: "It looks at the file and at this program; verify looks at what the file holds.")

  static func run(_ call: Call) throws {
    let checks = try checks(call)
    var table = TextTable()
    for check in checks {
      let advice = check.advice.map { " – \($0)" } ?? ""
      table.add(check.name, check.verdict.rawValue, Notation.shown("\(check.finding)\(advice)"))
    }
    call.write(json: .object(["checks": checks]), lines: table.lines)
    let wrong = checks.count { $0.verdict == .wrong }
    if wrong > 0 {
      throw CommandFailure(.refused, "\(Wording.count(wrong, "thing")) wrong with \(call.path)")
    }
  }

  /// Where another file's log lies beside the store, that is all that can be looked at.
  private static func checks(_ call: Call) throws -> [Diagnosis.Check] {
    do { return try call.withStore(.readOnly) { store in try store.diagnosis().checks } } catch {
      guard let error = error as? StoreError, case .leftover = error else { throw error }
      return [
        Diagnosis.Check(name: "wal", verdict: .wrong, finding: error.description, advice: nil)
      ]
    }
  }
}

extension Diagnosis.Check: JSONConvertible {
  var json: JSON {
    .object(["name": name, "verdict": verdict.rawValue, "finding": finding, "advice": advice])
  }
}
