internal import EkibenMigrations
package import EkibenStore

/// Schemas of formats 4 and 5 as later versions may make them, for tests that upgrade a store.
extension StoreSchema {
  /// The schema of this version and two steps more; `format` cuts it off, and `reading` says which steps
  /// this program would need to read a file.
  package static func test(format: Int = 5, neededForReading: Set<Int> = []) -> StoreSchema {
    var migrations = Migration.all
    let steps = [(4, "0004_rebuild", rebuild, rebuildHashes), (5, "0005_tags", tags, tagsHashes)]
    for (number, name, sql, hashes) in steps {
      migrations.append(
        Migration(
          number: number, name: name, reader: 4,
          isNeededForReading: neededForReading.contains(number), sql: Array(sql.utf8),
          hashes: hashes))
    }
    return StoreSchema(Array(migrations.prefix(format)))
  }

  /// The table to which most others refer, made anew with one column more.
  private static let rebuild = """
    PRAGMA user_version = 4;
    DROP VIEW answers;
    CREATE TABLE new_record(
      key      INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES document(key),
      kind     TEXT NOT NULL CHECK (kind IN ('document', 'section', 'row')),
      id       TEXT NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 255),
      label    TEXT,
      checksum INTEGER,
      UNIQUE (document, kind, id)
    ) STRICT;
    INSERT INTO new_record(key, document, kind, id, label, checksum)
      SELECT key, document, kind, id, upper(id), checksum FROM record;
    DROP TABLE record;
    ALTER TABLE new_record RENAME TO record;
    CREATE VIEW answers(document, form, row, value, entry, active, calculated) AS
      SELECT d.name, f.name, r.id, a.value, a.entry, 1 - a.inactive, ifnull(a.calculated, 0)
      FROM answer a
      JOIN document d ON d.key = a.document
      JOIN document f ON f.key = d.base
      JOIN record r ON r.key = a.record
      WHERE a.type <> 10 AND d.status <> 'deleted'
      ORDER BY d.name, a.document, a.record;
    """

  /// Noted as those of released steps are, so that upgrades are tested as people run them.
  private static let rebuildHashes = Migration.Hashes(
    checksum: "66e60960b82a2c825ad88e89436dc3ce3d65da521d62b16e76a60bf58a094e87",
    schema: "e537edc52831c82d18c78616c5e07005157d952914c7102452906ffa8a2e9078")
  private static let tagsHashes = Migration.Hashes(
    checksum: "aad5500788b5f3fb8204a0dd997c6ab40ae4141484c0d5769b240a54d58cc7ef",
    schema: "9520f609ef2d928387e1e59a6c93b3096ab827b6955499a560bed64e3482c49b")

  /// A column and a table more, with a row for each that is there.
  private static let tags = """
    PRAGMA user_version = 5;
    ALTER TABLE document ADD COLUMN visits INTEGER NOT NULL DEFAULT 0 CHECK (visits >= 0);
    CREATE TABLE tag(
      document INTEGER NOT NULL REFERENCES document(key),
      name     TEXT NOT NULL,
      PRIMARY KEY (document, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO tag(document, name) SELECT key, 'old' FROM document;
    CREATE INDEX tag_name ON tag(name);
    """
}
