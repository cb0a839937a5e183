/// The JSON Schemas of what leaves Ekiben, by name.
package struct Schema: Sendable {
  /// What `ekiben schema` calls it.
  package let name: String
  /// One line that says what it describes.
  package let summary: String
  /// The schema's text.
  package let json: [UInt8]

  /// Every schema, in the order in which they are listed.
  package static let all: [Schema] = [
    Schema(
      name: "form", summary: "a form definition in Ekiben's own JSON",
      json: PackageResources.form_schema_json),
    Schema(
      name: "history", summary: "a line of an exported history",
      json: PackageResources.history_schema_json),
    Schema(
      name: "changes", summary: "what an entry of a history changes",
      json: PackageResources.changes_schema_json),
    Schema(
      name: "output", summary: "what each command prints with --json",
      json: PackageResources.output_schema_json),
    Schema(
      name: "plan", summary: "what a table does to show another document",
      json: PackageResources.plan_schema_json),
  ]
}
