import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// What a result for scripts can hold.
protocol JSONConvertible { var json: JSON { get } }

/// A member of an object that is there only where it has a value.
struct OptionalMember: JSONConvertible {
  fileprivate let known: JSON?

  init(_ value: (some JSONConvertible)?) { known = value.map(\.json) }

  var json: JSON { known ?? .null }
}

extension JSON: JSONConvertible {
  var json: JSON { self }

  /// An object of what has a form as JSON; nil is `null`, and ``OptionalMember`` is left out without a value.
  static func object(_ members: KeyValuePairs<String, any JSONConvertible>) -> JSON {
    .object(
      members.compactMap { name, value in
        if let member = value as? OptionalMember, member.known == nil { return nil }
        return (name, value.json)
      })
  }
}

extension String: JSONConvertible { var json: JSON { .string(self) } }

extension Int: JSONConvertible { var json: JSON { .integer(self) } }

extension Bool: JSONConvertible { var json: JSON { .bool(self) } }

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  var json: JSON { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  var json: JSON { .array(map(\.json)) }
}

extension JSONConvertible where Self: RecordName { var json: JSON { .string(rawValue) } }

extension RowID: JSONConvertible {}
extension SectionID: JSONConvertible {}
extension DocumentName: JSONConvertible {}
extension FieldName: JSONConvertible {}

extension SHA256.Digest: JSONConvertible { var json: JSON { .string(description) } }

extension ImportWarning: JSONConvertible { var json: JSON { .string(description) } }

extension Value: JSONConvertible {
  /// Null is `null`, and a source text is what it says if it is JSON.
  var json: JSON {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .integer(let integer): .number(digits: "\(integer)") ?? .null
    case .decimal(let decimal): .number(digits: decimal.digits) ?? .null
    case .text(let text): .string(text)
    case .date(let date): .string(date.text)
    case .bytes: .string(Notation.text(of: self))
    case .list(let values): values.json
    case .record(let fields): fields.json
    case .verbatim(let source): JSON(text: source) ?? .string(source)
    }
  }
}

extension Fields: JSONConvertible {
  var json: JSON { .object(map { ($0.name.rawValue, $0.value.json) }) }
}

extension Choice.Option: JSONConvertible { var json: JSON { record.json } }

extension ValidationIssue: JSONConvertible {
  /// An issue as `row`, `rule`, `severity`, `message`.
  var json: JSON {
    .object(["row": row, "rule": ruleName, "severity": severity.rawValue, "message": message])
  }
}

extension TablePlan: JSONConvertible {
  /// The plan as a list of stages (`plan.schema.json`).
  var json: JSON { .object(["stages": stages]) }
}

extension TablePlan.Stage: JSONConvertible {
  var json: JSON {
    .object([
      "deleteSections": operations.deleteSections, "insertSections": operations.insertSections,
      "moveSections": operations.moveSections, "deleteRows": operations.deleteRows,
      "insertRows": operations.insertRows, "moveRows": operations.moveRows,
      "updateRows": operations.updateRows, "replaceViews": operations.replaceViews,
      "supplements": operations.supplements, "rowsAfter": table.rowCounts,
    ])
  }
}

extension Document.Place: JSONConvertible { var json: JSON { [section.json, row.json] } }

extension TableOperations.Move: JSONConvertible where Index: JSONConvertible {
  var json: JSON { [source.json, target.json] }
}

extension TableOperations.Supplement: JSONConvertible {
  var json: JSON { [section.json, name.json] }
}
