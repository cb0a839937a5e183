import EkibenDocuments
import EkibenTesting
import Testing

// Rules F9, F22 and F23.
@Suite(.timeLimit(.minutes(20))) struct `The identity of a form` {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// These stand in files and in other stores, and never change; worked out by another program.
  @Test func `is what it has always been`() throws {
    let form = try Document(
      fields: [.title: "Visit", .url: "https://example.org/visit"],
      stored: [
        Document.Section(
          id: "person", order: OrderKey(bytes: [0x80, 1]), fields: [:],
          rows: [
            Document.Row(
              id: "name", order: OrderKey(bytes: [0x60]),
              fields: [.component: "textInput", .title: "Náme"]),
            Document.Row(
              id: "age", order: OrderKey(bytes: [0xa0]),
              fields: [.component: "textInput", "readOnly": true]),
          ])
      ])
    #expect(
      hex(try form.contentHash)
        == "7d271971b66b506a14a2376c17f902c9b490491e7fad470e9177fb8f78f2fa95")
    #expect(
      hex(try form.revisionID)
        == "0aa7a4962dd979d5653b575c103b92607aa747bcce4d9fee90542556d993f406")
    #expect(hex(form.formUID(named: "visit")) == "70193ae565694d79c8631f17d4c335c6")
  }

  @Test func `is that of content, and of a revision its order keys too`() throws {
    let first = try Document(sketch: "s: p q")
    let at = first.sections[0]
    let others = try [
      Document(sketch: "s: q p"), Document(sketch: "s: p | t: q"), Document(sketch: "s: p q | t"),
      Document(sketch: "s: p q+"), Document(sketch: "s+: p q"), Document(sketch: "s: p"),
      Document(fields: [.title: ""], sections: first.sections),
    ]
    for other in others {
      #expect(try other.contentHash != first.contentHash)
      #expect(try other.revisionID != first.revisionID)
    }
    func placed(_ section: [UInt8], _ row: [UInt8]) throws -> Document {
      let rows = [
        at.rows[0], Document.Row(id: "q", order: OrderKey(bytes: row), fields: at.rows[1].fields),
      ]
      return try Document(
        fields: first.fields,
        stored: [
          Document.Section(
            id: at.id, order: OrderKey(bytes: section), fields: at.fields, rows: rows)
        ])
    }
    let (section, row) = (at.order.bytes, at.rows[1].order.bytes)
    #expect(try placed(section, row).revisionID == first.revisionID)
    for other in [try placed(section + [0], row), try placed(section, row + [0])] {
      #expect(try other.contentHash == first.contentHash)
      #expect(try other.revisionID != first.revisionID)
    }
  }
}
