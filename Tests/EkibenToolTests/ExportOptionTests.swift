import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Options of `export` that mean nothing together are refused, before any file is opened.
@Suite(.timeLimit(.minutes(20))) struct `Options of an export` {
  /// What is exported, and the options that it takes of those that only some exports do.
  private static let takings: [(export: String, options: Set<String>)] = [
    ("--form f --format csv", ["all", "status", "repeat", "output", "labels", "raw", "bom"]),
    ("--form f --format jsonl", ["all", "status", "output"]),
    ("--form f --format fhir-bundle", ["all", "status"]),
    ("--form f --format fhir", []), ("--form f --format json", []), ("--form f", []),
    ("d --format fhir", ["all"]), ("d --format jsonl", []), ("d --format json", []),
    ("d --format swift-test", []), ("d", []),
  ]

  private static let values = ["status": "draft", "repeat": "x", "output": "o", "language": "de"]

  private func refusal(_ line: String) -> (code: Int32, message: String?) {
    let said = Said()
    let words = ["export", "none/store"] + words(of: line)
    let code = Dispatcher(console: said, environment: .ofTests).run(words)
    return (code, said.notes.first)
  }

  private static func option(_ name: String) -> String {
    "--\(name)" + (values[name].map { "=\($0)" } ?? "")
  }

  @Test(arguments: takings)
  func `are taken where they mean something, and refused elsewhere`(
    export: String, options: Set<String>
  ) {
    for name in ["all", "status", "repeat", "output", "labels", "raw", "bom", "force", "language"] {
      let (code, message) = refusal("\(export) \(Self.option(name))")
      // What is taken comes as far as to the store, which is not there.
      #expect(code == (options.contains(name) ? 66 : 64), "\(name): \(message ?? "")")
      if code == 64 { #expect(message?.hasPrefix("error: --\(name) is for ") == true) }
    }
  }

  @Test(arguments: [
    ("d --repeat x", "--repeat is for csv, with --form FORM"),
    ("--form f --labels", "--labels is for csv, with --form FORM"),
    ("--form f --format jsonl --raw", "--raw is for csv, with --form FORM"),
    ("--form f --format fhir-bundle --bom", "--bom is for csv, with --form FORM"),
    ("--form f --format jsonl --language de", "--language is for csv, with --form FORM"),
    ("--form f --format fhir -o x", "--output is for csv and jsonl, with --form FORM"),
    ("d --format jsonl --force", "--force is for csv and jsonl, with --form FORM"),
    ("--form f --all", "--all is for answers as csv, jsonl or fhir"),
    ("d --format jsonl --status final", "--status is for answers as csv, jsonl or fhir"),
    ("d --format fhir --status final", "--status is for many documents, with --form FORM"),
    ("--form f --format csv --force", "--force is for files: -o FOLDER"),
    ("--form f --format jsonl --force", "--force is for files: -o FOLDER"),
    ("--form f --format csv --language de", "--language is for --labels"),
    ("--form f --format csv --repeat x -o y", "--repeat and -o exclude each other"),
  ])
  func `are refused with what they are for`(line: String, message: String) {
    let refused = refusal(line)
    #expect(refused.code == 64 && refused.message == "error: \(message)")
  }

  @Test(arguments: [
    "--form f --format csv --labels --language de", "--form f --format csv -o x --force",
    "--form f --format jsonl -o x --force --all", "--form f --format csv --repeat x --raw --bom",
  ])
  func `are taken together where one is for the other`(line: String) {
    #expect(refusal(line).code == 66)
  }

  @Test(arguments: [
    ("", "DOC is missing"), ("--format csv", "DOC is missing"),
    ("d --format csv", "csv takes --form FORM and no DOC"),
    ("d --format fhir-bundle", "fhir-bundle takes --form FORM and no DOC"),
    ("d --form f", "a form is exported without DOC, and as json, jsonl, csv, fhir or fhir-bundle"),
    (
      "--form f --format swift-test",
      "a form is exported without DOC, and as json, jsonl, csv, fhir or fhir-bundle"
    ),
    (
      "d --format xml",
      "--format takes json, jsonl, csv, fhir, fhir-bundle or swift-test, not \"xml\""
    ),
    (
      "--form f --format",
      "--format needs a value: --format F"
    ),
  ])
  func `say what is exported`(line: String, message: String) throws {
    try ToolFolder.withVisit { folder in
      let line = line.replacing("d ", with: "visit ").replacing("--form f", with: "--form intake")
      let result = try folder.run("export STORE \(line)")
      #expect(result.status == 64 && result.stdout == "")
      #expect(result.stderr.hasPrefix("error: \(message)\nusage: ekiben export STORE [DOC] "))
    }
  }
}
