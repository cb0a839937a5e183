import Ekiben
import EkibenDocuments
import EkibenInterchange

enum MarkCommand: Command {
  static let spec = CommandSpec(
    name: "mark", summary: "give the head a name, to be used instead of its number",
    positionals: ["STORE", "DOC", "NAME"],
    options: [.init("--move", "take the name from the entry that has it")] + CommandSpec.changing,
    discussion: """
      Wherever a command takes N, the name does as well. It cannot be a number or a time or begin with
      a dash.
      """)

  static func run(_ call: Call) throws {
    let name = try name(call)
    try call.withSession(holding: []) { session in
      let former = session.document.history.marks[name]
      let entry: Entry?
      do {
        entry = try session.perform(
          .mark(name, moving: call.arguments.has("move")), reason: call.reason)
      } catch SessionError.store(.history(.markTaken(let name, let node))) {
        throw CommandFailure(
          .refused,
          "\(Notation.name(name.rawValue)) is entry \(node) already; "
            + "move it with --move, or choose another name")
      }
      if call.isJSON {
        return call.console.write(
          .object(["entry": entry?.number, "head": session.document.head, "mark": name.rawValue]))
      }
      let before = former.map { ", no longer \($0)" } ?? ""
      call.report(entry, name.rawValue, is: "\(session.document.head)\(before)")
    }
  }

  private static func name(_ call: Call) throws(CommandFailure) -> MarkName {
    let name: MarkName
    do { name = try MarkName(call.arguments[2]) } catch { throw .usage(error.description) }
    // What a person says for a time would mean the mark from then on.
    guard LocalTime.parse(name.rawValue, now: try call.environment.now()) == nil else {
      throw .usage("a mark cannot be called \(Notation.shown(name.rawValue)): that is a time")
    }
    return name
  }
}
