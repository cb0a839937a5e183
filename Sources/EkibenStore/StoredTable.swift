internal import EkibenSQLite
internal import Synchronization

/// The tables of a store, with the columns over which the checksum of each row goes (rule P26, decision 0018).
///
/// The columns are in the order of the schema, so that a checksum can be worked out again by whoever reads
/// the file.
enum StoredTable: String, CaseIterable {
  case migration, author, field, document, revision, record, section, row, answer, override, entry
  case chunk, block, visited, mark, setting, origin, destroyed
  case optionSet = "option_set"
  case optionText = "option_text"

  /// All columns but the checksum.
  var columns: [String] {
    switch self {
    case .migration: ["number", "name", "checksum", "reader", "applied"]
    case .author, .field: ["key", "name"]
    case .document:
      ["key", "uid", "kind", "name", "base", "revision", "status", "archived", "revisions"]
    case .revision: ["form", "number", "hash", "published", "author", "fields", "reason"]
    case .record: ["key", "document", "kind", "id"]
    case .section: ["record", "since", "until", "position", "fields"]
    case .row: ["record", "since", "until", "section", "position", "component", "fields"]
    case .answer:
      ["document", "record", "value", "type", "entry", "via", "inactive", "calculated"]
    case .override: ["document", "record", "field", "value", "entry", "via"]
    case .entry: ["key", "kind", "time", "author", "line"]
    case .chunk: ["document", "first", "since", "tree", "lines"]
    case .block: ["document", "record", "field", "first", "touches"]
    case .visited: ["document", "node", "child"]
    case .mark: ["document", "name", "entry"]
    case .setting: ["name", "value"]
    case .origin: ["document", "until", "store"]
    case .destroyed: ["uid", "entries", "last", "time", "author", "reason"]
    case .optionSet: ["form", "options"]
    case .optionText: ["form", "kind", "text", "position", "record"]
    }
  }

  /// Whether the last column came when rows had checksums already: then it is NULL in rows that were there,
  /// and the checksum leaves it out where it is (decision 0054).
  private var hasGrown: Bool { self == .answer }

  /// The column of the checksum: in `migration` that name was taken.
  var sum: String { self == .migration ? "row_checksum" : "checksum" }

  /// A condition that a row as it was written meets; another one stops the statement.
  ///
  /// A row without a checksum, of format 1, meets it too. It stands among the results where a condition
  /// compares a column that no index finds: SQLite may put the constant in the column's place and look at
  /// this before the comparison.
  func intact(_ alias: String? = nil) -> String {
    guard let alias else { return Self.conditions.text(of: self) { composedCondition() } }
    return composedCondition("\(alias).")
  }

  /// A condition of rows as they were written alone; another row stops the statement, whatever the condition says of it.
  func intact(_ alias: String? = nil, and condition: String) -> String {
    "CASE WHEN \(intact(alias)) THEN \(condition) END"
  }

  private func composedCondition(_ prefix: String = "") -> String {
    call("ekiben_intact", [prefix + sum], columns.map { prefix + $0 })
  }

  /// All columns of a table of that name, the checksum first, as ``check`` looks at them.
  func checkedColumns(_ alias: String) -> String {
    Self.list(([sum] + columns).map { "\(alias).\($0)" })
  }

  /// How a statement that gives ``checkedColumns(_:)`` compares its rows with their checksums.
  var check: RowCheck { RowCheck(table: rawValue, columns: columns.count, hasGrown: hasGrown) }

  /// The checksum of a row that has these values, and in its other columns what is there.
  func checksum(_ values: [String: String] = [:]) -> String {
    call("ekiben_checksum", [], columns.map { values[$0] ?? $0 })
  }

  private func call(_ function: String, _ first: [String], _ values: [String]) -> String {
    func call(_ values: [String]) -> String {
      "\(function)(\(Self.list(["'\(rawValue)'"] + first + values)))"
    }
    guard hasGrown, let last = values.last else { return call(values) }
    return
      "CASE WHEN \(last) IS NULL THEN \(call(Array(values.dropLast()))) ELSE \(call(values)) END"
  }

  // Not `joined`, which first has to find out what it joins: a program that reads one answer notices.
  private static func list(_ texts: [String]) -> String {
    guard var list = texts.first else { return "" }
    for text in texts.dropFirst() { list += ", \(text)" }
    return list
  }

  /// Adds a row whose columns are bound in their order.
  var insert: String {
    Self.inserts.text(of: self) {
      composedInsert(of: columns.indices.map { "?\($0 + 1)" }) { "VALUES (\($0))" }
    }
  }

  /// The same, in the place of the row that has its key.
  var upsert: String {
    Self.upserts.text(of: self) {
      let keys = columns.prefix(keyCount).joined(separator: ", ")
      let others = (columns.dropFirst(keyCount) + [sum]).map { "\($0) = excluded.\($0)" }
      return "\(insert) ON CONFLICT (\(keys)) DO UPDATE SET \(others.joined(separator: ", "))"
    }
  }

  /// How many columns, the first ones, are the key of a table that is written by ``upsert``.
  private var keyCount: Int {
    switch self {
    case .override: 3
    case .chunk, .visited, .mark: 2
    default: 1
    }
  }

  /// The same but for the key, which is the next one in the file, as SQLite would give it.
  ///
  /// A document's is none that a purged one had: other programs may hold that. The greatest key is asked for
  /// by itself, since SQLite reads the whole table for one inside an expression.
  func insertWithNextKey(_ conflict: String = "") -> String {
    Self.keyedInserts.text(of: self) {
      let purged = self == .document ? Self.lastPurgedKey : "0"
      return composedInsert(of: ["k"] + columns.indices.dropFirst().map { "?\($0)" }) { values in
        """
        SELECT \(values)
        FROM (SELECT max(ifnull((SELECT max(key) FROM \(rawValue)), 0), \(purged)) + 1 AS k)
        WHERE true
        """
      }
    } + " " + conflict
  }

  // Composed once: an edit of many records would spend more on these texts than SQLite on the rows.
  private static let inserts = ComposedTexts()
  private static let upserts = ComposedTexts()
  private static let keyedInserts = ComposedTexts()
  private static let conditions = ComposedTexts()

  private func composedInsert(of values: [String], _ source: (String) -> String) -> String {
    let names = (columns + [sum]).joined(separator: ", ")
    let sums = checksum(Dictionary(uniqueKeysWithValues: zip(columns, values)))
    return "INSERT INTO \(rawValue)(\(names)) "
      + source((values + [sums]).joined(separator: ", "))
  }

  /// The greatest key of a document that was purged; 0 where none was.
  static let lastPurgedKey = """
    ifnull((SELECT value FROM setting WHERE name = 'purged' AND \(StoredTable.setting.intact())), 0)
    """

  /// Gives one column of rows another value, ?1, where they are as they were written.
  func update(_ column: String, where condition: String) -> String {
    """
    UPDATE \(rawValue) SET \(column) = ?1, \(sum) = \(checksum([column: "?1"]))
    WHERE \(condition) AND \(intact())
    """
  }

  /// The columns of rows that are not as they were written, 0 for those that are no whole numbers.
  var unfit: String {
    let numbers = columns.map { "CASE typeof(\($0)) WHEN 'integer' THEN \($0) ELSE 0 END" }
    return """
      SELECT \(numbers.joined(separator: ", ")) FROM \(rawValue) WHERE \(isUnfit) LIMIT 100
      """
  }

  /// Counts the rows that are not as they were written.
  var unfitCount: String { "SELECT count(*) FROM \(rawValue) WHERE \(isUnfit)" }

  private var isUnfit: String { "\(sum) IS NOT NULL AND \(sum) <> \(checksum())" }

  /// Gives the rows of format 1 their checksums.
  var seal: String { "UPDATE \(rawValue) SET \(sum) = \(checksum()) WHERE \(sum) IS NULL" }
}

/// Texts for tables, composed when they are asked for first: a command needs few of them.
private final class ComposedTexts: Sendable {
  // So few that looking through them takes less than hashing one.
  private let known = Mutex<[(table: StoredTable, text: String)]>([])

  func text(of table: StoredTable, _ compose: () -> String) -> String {
    known.withLock { known in
      if let found = known.first(where: { $0.table == table }) { return found.text }
      let text = compose()
      known.append((table, text))
      return text
    }
  }
}
