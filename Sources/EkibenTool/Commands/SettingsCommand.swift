import Ekiben
import EkibenDocuments
import EkibenStore

enum SettingsCommand: Command {
  static let spec = CommandSpec(
    name: "settings", summary: "say what the store keeps about itself, or set it",
    positionals: ["STORE", "[KEY]", "[VALUE]"], options: CommandSpec.reading,
    discussion: """
      durability  power-loss, process-crash or default: what a change survives once it is acknowledged.
                  By default it is the loss of power where this command writes, and the death of the
                  process where an app does that asks for nothing; --durability is for one call.
      reasons     required or optional: whether each change needs a --reason
      """, isMaintenance: true)

  private static let keys = ["durability", "reasons"]

  static func run(_ call: Call) throws {
    let words = call.arguments
    guard let key = words.optional(1) else {
      return report(try call.withStore(.readOnly) { store in try store.settings() }, call)
    }
    guard keys.contains(key) else {
      throw CommandFailure.usage(
        "KEY is \(keys.joined(separator: " or ")), not \(Notation.quoted(key))")
    }
    guard let value = words.optional(2) else {
      throw CommandFailure.usage("VALUE is missing after \(key)")
    }
    let change = try change(key, value)
    let settings = try call.withStore(.readWrite) { store in
      try change(store)
      return try store.settings()
    }
    report(settings, call)
  }

  private static func change(_ key: String, _ value: String) throws -> (Store) throws -> Void {
    switch (key, value) {
    case ("reasons", "required"): return { try $0.setNeedsReasons(true) }
    case ("reasons", "optional"): return { try $0.setNeedsReasons(false) }
    case ("durability", "default"): return { try $0.setStoredDurability(nil) }
    case ("durability", _):
      if let durability = Durability(rawValue: value) {
        return { try $0.setStoredDurability(durability) }
      }
    default: break
    }
    let values = key == "reasons" ? "required or optional" : "power-loss, process-crash or default"
    throw CommandFailure.usage("\(key) is \(values), not \(Notation.quoted(value))")
  }

  private static func report(_ settings: StoreSettings, _ call: Call) {
    let durability = settings.durability?.rawValue
    let reasons = settings.needsReasons ? "required" : "optional"
    var table = TextTable()
    table.add("durability", durability ?? "default")
    table.add("reasons", reasons)
    call.write(json: .object(["durability": durability, "reasons": reasons]), lines: table.lines)
  }
}
