extension Fields {
  /// Whether these are the fields of a row whose answer stands in no history (rule H19).
  package var isSecret: Bool { text(.kind) == "secret" }
}

extension Value {
  /// What stands for a secret wherever one could be seen.
  package static let masked = Value.text("••••••••")
}
