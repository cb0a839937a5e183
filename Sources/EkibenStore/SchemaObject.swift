internal import EkibenDocuments
internal import EkibenSQLite

/// A line of `sqlite_schema`: a table, index, view or trigger, and the SQL that made it.
struct SchemaObject {
  let type, name, table: String
  /// Empty for an index that SQLite makes by itself, for a constraint.
  let sql: String

  /// Every object of a file, in one order whenever they were made, but for what SQLite keeps for itself.
  ///
  /// Compiled each time: a kept statement would count its steps on, and `bounded` stop it some day.
  static func all(in connection: borrowing Connection) throws(SQLiteError) -> [SchemaObject] {
    let statement = try connection.prepare(
      "SELECT type, name, tbl_name, ifnull(sql, '') FROM main.sqlite_schema ORDER BY name, type",
      persistent: false)
    var objects: [SchemaObject] = []
    while try statement.step() {
      let object = SchemaObject(
        type: try statement.text(0), name: try statement.text(1), table: try statement.text(2),
        sql: try statement.text(3))
      if !object.isOfSQLite { objects.append(object) }
    }
    return objects
  }

  /// The hash of all of them; no text holds the byte that stands behind each.
  static func hash(_ objects: [SchemaObject]) -> [UInt8] {
    SHA256.hash(objects.flatMap(\.bytes))
  }

  /// All of it, for comparisons: Swift's `==` takes some letters for others that SQL tells apart.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for text in [type, name, table, sql] {
      bytes += text.utf8
      bytes.append(0xFF)
    }
    return bytes
  }

  /// Whether another one is called the same.
  func names(_ other: SchemaObject) -> Bool {
    type == other.type && ByteText.equal(name, other.name)
  }

  /// Whether it is a table that SQLite makes by itself.
  ///
  /// They are for `ANALYZE` and for counting rowids, and the last cannot be dropped. With any other
  /// columns, such as a calculated one, they are somebody's trick.
  private var isOfSQLite: Bool {
    guard type == "table", name.hasPrefix("sqlite_"), let columns = Self.ofSQLite[name] else {
      return false
    }
    return sql.utf8.dropFirst(Self.beginning).elementsEqual("\(name)(\(columns))".utf8)
  }

  /// The bytes before the name of a plain table, as SQLite itself writes the text of each.
  static let beginning = 13

  private static let ofSQLite = [
    "sqlite_stat1": "tbl,idx,stat", "sqlite_stat4": "tbl,idx,neq,nlt,ndlt,sample",
    "sqlite_sequence": "name,seq",
  ]
}
