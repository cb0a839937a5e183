import Testing

@testable import EkibenDocuments

/// Records with every choice of names around `order` and `section`, some of them beyond ASCII.
private let records: [Fields] = {
  let names: [FieldName] = ["answer", "orde", "orders", "required", "sections", "title", "é"]
  return (0..<1 << names.count).map { bits in
    var fields = Fields()
    for (at, name) in names.enumerated() where bits & 1 << at != 0 {
      fields[name] = .text("\(name) \(bits)")
    }
    return fields
  }
}()

private let sections: [SectionID?] = [nil, "s", "a section with a long name"]
private let keys = [[], [0x80], Array(0...9)].map { OrderKey(bytes: $0) }

/// The slow twin of ``Fields/placed(in:at:)``: the two fields are put in one after the other.
private func copied(_ fields: Fields, _ section: SectionID?, _ order: OrderKey) -> Fields {
  fields.setting(.order, .bytes(order.bytes))
    .setting(.section, section.map { .text($0.rawValue) })
}

@Suite(.timeLimit(.minutes(20))) struct `A record that shares its fields` {
  @Test(arguments: sections, keys) func `is the one that was made by setting its place`(
    _ section: SectionID?, _ order: OrderKey
  ) throws {
    for fields in records {
      let (placed, copy) = (fields.placed(in: section, at: order), copied(fields, section, order))
      #expect(placed == copy && copy == placed && placed.hashValue == copy.hashValue)
      #expect(placed.count == copy.count && Array(placed) == Array(copy))
      #expect(placed.names == copy.names && placed.traits == copy.traits)
      #expect(placed.description == copy.description)
      for name in copy.names + [.order, .section, "none"] {
        #expect(placed[name] == copy[name] && placed.has(name) == copy.has(name))
      }
      let (one, other) = (try ValueCoding.encode(placed), try ValueCoding.encode(copy))
      #expect(one == other)
    }
  }

  @Test(arguments: sections, keys) func `changes as that does`(
    _ section: SectionID?, _ order: OrderKey
  ) {
    for fields in records.filter({ $0.count < 4 }) {
      let (placed, copy) = (fields.placed(in: section, at: order), copied(fields, section, order))
      for name: FieldName in ["aa", "order", "section", "title", "zz"] {
        for value: Value? in [nil, "new"] {
          #expect(placed.setting(name, value) == copy.setting(name, value))
        }
      }
    }
  }

  @Test(arguments: sections, keys) func `gives back what it was made of`(
    _ section: SectionID?, _ order: OrderKey
  ) {
    for fields in records {
      for record in [fields.placed(in: section, at: order), copied(fields, section, order)] {
        #expect(record.unplaced == fields && record.order == order)
      }
    }
  }

  @Test func `differs where a field, its section or its key does`() {
    let fields: Fields = ["title": "A"]
    let placed = fields.placed(in: "s", at: keys[1])
    #expect(placed == fields.placed(in: "s", at: keys[1]))
    #expect(placed != fields.placed(in: "t", at: keys[1]))
    #expect(placed != fields.placed(in: nil, at: keys[1]))
    #expect(placed != fields.placed(in: "s", at: keys[2]))
    #expect(placed != Fields().placed(in: "s", at: keys[1]) && placed != fields)
  }

  @Test func `that holds no readable key comes first`() {
    #expect(
      (["order": "text"] as Fields).order == OrderKey(bytes: []) && Fields().order.bytes.isEmpty)
  }
}
