import Ekiben

/// Runs `ekiben options STORE DOC ROW [PREFIX]`.
enum OptionsCommand: Command {
  static let spec = CommandSpec(
    name: "options", summary: "list what can be chosen in a row",
    positionals: [
      CommandSpec.store, CommandSpec.document, .init(name: "ROW"),
      .init(name: "PREFIX", isOptional: true),
    ],
    options: [CommandSpec.language] + CommandSpec.reading,
    discussion: "PREFIX keeps those whose code, or a word of whose label, begins with it.")

  static func run(_ call: Call) throws {
    try call.withDocument { reading in
      let row = try call.row(call.arguments[2], of: reading.document)
      let context = try call.context
      let fields = row.fields.shown { context }
      let traits = try call.input.traits(of: Document.Row(id: row.id, fields: fields))
      let units = traits?.units ?? []
      guard let options = traits?.options ?? (units.isEmpty ? nil : units) else {
        throw CommandFailure(.refused, "\(row.id) has no options")
      }
      let known = traits?.valueSet.flatMap { context.optionSet($0) } ?? options
      let prefix = call.arguments.optional(3) ?? ""
      let found = known.filter { matches($0, prefix) }
      if call.isJSON {
        return call.console.write(
          .object([
            ("row", .string(row.id.rawValue)), ("options", .array(found.map(JSONOutput.option))),
          ]))
      }
      draw(found, traits?.valueSet, call)
    }
  }

  private static func draw(_ options: [Choice.Option], _ valueSet: String?, _ call: Call) {
    let width = options.map { $0.code.count }.max() ?? 0
    var group: String?
    for option in options {
      if option.group != group, let heading = option.group {
        call.console.write(Notation.shown(heading))
      }
      group = option.group
      let label = [option.prefix, option.label].compactMap(\.self).joined(separator: " ")
      call.console.write(Notation.shown("\(option.code.padded(to: width))  \(label)"))
    }
    if options.isEmpty, let valueSet {
      let place = valueSet.isEmpty ? "" : ": see \(valueSet)"
      call.console.note(Notation.shown("note: its options are not part of the form\(place)"))
    }
  }

  private static func matches(_ option: Choice.Option, _ prefix: String) -> Bool {
    let prefix = prefix.lowercased()
    let words = option.label.lowercased().split(whereSeparator: \.isWhitespace)
    return prefix.isEmpty || option.code.lowercased().hasPrefix(prefix)
      || option.label.lowercased().hasPrefix(prefix) || words.contains { $0.hasPrefix(prefix) }
  }
}
