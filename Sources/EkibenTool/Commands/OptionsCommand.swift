import Ekiben
import EkibenDocuments

enum OptionsCommand: Command {
  static let spec = CommandSpec(
    name: "options", summary: "list what can be chosen in a row",
    positionals: ["STORE", "DOC", "ROW", "[PREFIX]"],
    options: [CommandSpec.language] + CommandSpec.reading,
    discussion: """
      PREFIX keeps those of which a word of label or code begins with it; of several words each has to be
      the beginning of one. Options that depend on another answer are those that fit to it.
      """, isList: true)

  static func run(_ call: Call) throws {
    try call.withDocument { reading in
      let document = reading.document
      let row = document.held(try call.row(call.arguments[2], of: document), document.rules())
      let traits = try call.input(reading.store).traits(of: row)
      guard let traits, traits.options != nil || !traits.units.isEmpty else {
        throw CommandFailure(.refused, "\(row.id) has no options")
      }
      let options = try reading.store.options(
        for: row, matching: call.arguments.optional(3) ?? "", in: call.sessionEnvironment)
      let found = options ?? []
      if call.isJSON { return call.console.write(.object(["row": row.id, "options": found])) }
      let width = found.map { FittedLine.width(of: $0.code) }.max() ?? 0
      var group: String?
      for option in found {
        if option.group != group, let heading = option.group { call.say(heading) }
        group = option.group
        let label = [option.prefix, option.label].compactMap(\.self).joined(separator: " ")
        call.say("\(option.code.padded(to: width))  \(label)")
      }
      if options == nil, let valueSet = traits.valueSet {
        let place = valueSet.isEmpty ? "" : ": see \(valueSet)"
        call.note("note: its options are not part of the form\(place)")
      }
    }
  }
}
