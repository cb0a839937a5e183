import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Forms written as our own JSON` {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `read back equal, whatever their fields hold`(seed: UInt64) throws {
    var random = ValueRandom(seed: seed)
    let sections = (0..<3).map { section in
      Document.Section(
        id: SectionID(unchecked: "s\(section)"), fields: random.fields(),
        rows: (0..<3).map { row in
          Document.Row(id: RowID(unchecked: "r\(section)\(row)"), fields: random.row())
        })
    }
    let form = Form("f", fields: random.fields(), sections: sections)
    let written = FormFile.write(form)
    let again = try FormFile.read(written, named: "file").form
    #expect(again.fields == form.fields, "\(String(decoding: written, as: UTF8.self))")
    #expect(again.sections == form.sections, "\(String(decoding: written, as: UTF8.self))")
    #expect(FormFile.write(again) == written)
  }

  @Test func `say a header that has more than a text by its members`() {
    let header = Value.record([.component: "Banner", .text: "T"])
    let form = Form("f", fields: [:], sections: [.init(id: "s", fields: [.header: header])])
    let written = String(decoding: FormFile.write(form), as: UTF8.self)
    #expect(written.contains(#""component": "Banner""#) && !written.contains("ekiben:"))
  }

  @Test func `say no more than a person would`() {
    let form = Form("f", title: "T") {
      Section("s", header: "H") {
        Choice(Field<String>("c"), title: "C", options: [.init("a", label: "A")]).required()
      }
    }
    let expected = """
      {
        "ekiben-form": 1,
        "form": "f",
        "title": "T",
        "sections": [
          {
            "id": "s",
            "header": "H",
            "rows": [
              {
                "id": "c",
                "component": "Choice",
                "title": "C",
                "required": true,
                "options": [
                  {
                    "code": "a",
                    "label": "A"
                  }
                ]
              }
            ]
          }
        ]
      }

      """
    #expect(String(decoding: FormFile.write(form), as: UTF8.self) == expected)
  }
}

/// Fields with names that mean something and values that may not fit them.
private struct ValueRandom {
  private var random: JSONRandom

  init(seed: UInt64) { random = JSONRandom(seed: seed) }

  mutating func row() -> Fields {
    let components = ["TextInput", "Toggle", "Choice", "Description", "Opaque", "Other"]
    var fields = fields().setting(.order, nil).setting(.section, nil).setting(.draft, nil)
    fields[.component] = .text(components.randomElement(using: &random) ?? "Other")
    return fields
  }

  mutating func fields() -> Fields {
    let names: [FieldName] = [
      "value", "kind", "title", "required", "maxLength", "options", "visible", "header", "source",
      "parent", "parentRow", "level", "id", "~id", "~~id", "rows", "~order", "~~order", "~section",
      "draft", "form", "other", "é",
    ]
    var fields = Fields()
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      fields[names.randomElement(using: &random) ?? "other"] = value(depth: 2)
    }
    return fields
  }

  private mutating func value(depth: Int) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 14 : 10), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
    case 3:
      return .decimal(number(["1.50", "7", "-0", "1e-5"].randomElement(using: &random) ?? "0"))
    case 4: return .text(["", "a", "e\u{301}", "\u{0}\"\n"].randomElement(using: &random) ?? "")
    case 5: return .date("2024-03")
    case 6: return .bytes([0, 0xFF, 7])
    case 7, 8: return .verbatim(random.value(depth: 3).encoded(pretty: true))
    case 9: return .verbatim([" {}", "<xml>", "", #"{"ekiben:date":"x"}"#][depth])
    case 10: return .list((0..<depth).map { _ in value(depth: depth - 1) })
    case 11: return .record(["row": "r", "is": value(depth: 0)])
    case 12: return .list([.record(["code": "c", "label": value(depth: 0)])])
    default: return .record(["component": "X", "text": value(depth: 0), "order": 1])
    }
  }
}
