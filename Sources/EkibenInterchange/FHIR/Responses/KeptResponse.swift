import EkibenDocuments

/// What a QuestionnaireResponse says beyond the answers that were taken from it: the document keeps it in its
/// field `fhirResponse`, and what is written is put together with it (rule I33, decision 0052).
///
/// The items and answers that would be written just so are not in it: they are named by the record of the
/// document that they stand for, `=` before a row's id and `#` before a section's. A list of items is then
/// `true` where nothing else is in it and its order is the form's; where it is no list, it is `{"as": …}`.
/// In a list what nobody took stands alone in a list of its own. Of what is answered in one row, an answer
/// written just so is `null`, and another one `[WRITTEN, ANSWER]`; of what has an instance an answer, it is
/// `[NAME, WRITTEN, ANSWER]`.
struct KeptResponse {
  /// What tells whether all is still answered as it was.
  let digest: String
  /// Whether items say the text of what they answer.
  let hasTexts: Bool
  /// The members of the response, items by name.
  let members: MemberList
  /// The members of the items that say more than they would.
  let items: [RecordID: MemberList]

  var text: String {
    let sorted = items.sorted { $0.key < $1.key }.map { (Self.name($0.key), $0.value.json) }
    var parts = [("digest", JSON.string(digest)), ("members", members.json)]
    if !hasTexts { parts.append(("texts", false)) }
    if !sorted.isEmpty { parts.append(("items", .object(sorted))) }
    return JSON.object(parts).encoded()
  }

  /// What tells a response from others.
  static func digest(of response: JSON) -> String {
    String(SHA256.digest(of: Array(response.encoded().utf8)).description.prefix(32))
  }

  static func name(_ record: RecordID) -> String {
    switch record {
    case .document: ""
    case .section(let id): "#\(id.rawValue)"
    case .row(let id): "=\(id.rawValue)"
    }
  }

  private static func record(_ name: String) -> RecordID? {
    let id = String(name.unicodeScalars.dropFirst())
    if InvalidName.problem(in: id) != nil { return nil }
    return switch name.unicodeScalars.first {
    case "#": .section(SectionID(unchecked: id))
    case "=": .row(RowID(unchecked: id))
    default: nil
    }
  }
}

/// An item, or the answer of an instance, that is written.
struct WrittenResponseItem {
  /// What of the document it stands for.
  let record: RecordID
  /// What of the form that is, or is an instance of.
  let template: RecordID
  let json: JSON
}

extension KeptResponse {
  /// Reads what was kept; nil of any other text.
  init?(verbatim text: String) {
    // It may stand a level deeper than it came.
    guard let kept = MemberList(verbatim: text, limits: JSONCursor.own),
      let digest = kept["digest"]?.string, let members = kept["members"]?.object
    else { return nil }
    let items = kept["items"]?.object ?? []
    self.init(
      digest: digest, hasTexts: kept["texts"] != false, members: MemberList(members),
      items: Dictionary(
        items.compactMap { member in
          guard let record = Self.record(member.name), let own = member.value.object else {
            return nil
          }
          return (record, MemberList(own))
        }, uniquingKeysWith: { first, _ in first }))
  }

  struct List {
    private let json: JSON?

    init(_ json: JSON?) { self.json = json }

    /// Whether all that was written stood here, and nothing else.
    var isWhole: Bool { json == true }
    var entries: [JSON] { json?.array ?? [] }
    /// What is named in it.
    var records: [RecordID] { entries.compactMap(Self.record) }
    /// Whether there was nothing in it, or no list.
    var isEmpty: Bool { !isWhole && entries.isEmpty }

    /// The list with what it holds now; nil where nothing is left of it.
    func with(_ elements: [JSON]) -> JSON? {
      if !elements.isEmpty { return .array(elements) }
      if let other = json?["as"] { return other }
      return json?.array?.isEmpty == true ? json : nil
    }

    /// What was not taken stays where it was among what is written; instances stand in their own
    /// order, and what is new behind what it follows in the form.
    ///
    /// - Complexity: O(n).
    func merged(with written: [WrittenResponseItem]) -> [JSON] {
      let templates = Dictionary(written.map { ($0.record, $0.template) }) { first, _ in first }
      var waiting = Dictionary(grouping: written, by: \.template).mapValues { $0[...] }
      var slots: [(record: RecordID?, json: JSON)] = []
      for entry in entries {
        if let other = Self.other(in: entry) {
          slots.append((nil, other))
        } else if let record = Self.record(entry), let template = templates[record],
          let next = waiting[template]?.popFirst()
        {
          slots.append((next.record, next.json))
        }
      }
      let placed = Set(slots.compactMap(\.record))
      var behind: [RecordID?: [JSON]] = [:]
      var last: RecordID?
      for item in written {
        if placed.contains(item.record) {
          last = item.record
        } else {
          behind[last, default: []].append(item.json)
        }
      }
      return (behind[nil] ?? [])
        + slots.flatMap { [$0.json] + ($0.record.flatMap { behind[$0] } ?? []) }
    }

    private static func record(_ entry: JSON) -> RecordID? {
      (entry.string ?? entry.array?.first?.string).flatMap(KeptResponse.record)
    }

    /// What was not taken.
    static func other(in entry: JSON) -> JSON? {
      guard let parts = entry.array, parts.count == 1 else { return nil }
      return parts[0]
    }
  }
}
