-- Format 1. Never edited again: every change to it is a migration of its own.
-- Integers named key are local to the file and never leave it. Times are UTC milliseconds.
-- Text compares by bytes (BINARY, the default).

PRAGMA application_id = 1164667234;  -- 'Ekib'
PRAGMA user_version = 1;

-- What made this file. A program whose format is below `reader` of any line must not read it.
CREATE TABLE migration(
  number   INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,
  checksum BLOB NOT NULL CHECK (length(checksum) = 32),
  reader   INTEGER NOT NULL CHECK (reader >= 1),
  applied  INTEGER NOT NULL
) STRICT;

CREATE TABLE author(
  key  INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Names of fields, each a number in what follows. 0 is no field but the whole record.
CREATE TABLE field(
  key  INTEGER PRIMARY KEY CHECK (key >= 1),
  name TEXT NOT NULL UNIQUE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 255)
) STRICT;
INSERT INTO field(key, name) VALUES (1, 'value');

-- Forms, and what is filled in from them. A document may have its form's name.
CREATE TABLE document(
  key      INTEGER PRIMARY KEY,
  uid      BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
  kind     TEXT NOT NULL CHECK (kind IN ('form', 'document')),
  name     TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 255),
  base     INTEGER REFERENCES document(key),
  revision INTEGER NOT NULL CHECK (revision >= 1),
  status   TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'final', 'deleted')),
  moved    INTEGER NOT NULL DEFAULT 0 CHECK (moved >= 0),  -- entries up to here stand in chunks
  UNIQUE (kind, name),
  CHECK ((kind = 'form') = (base IS NULL))
) STRICT;
CREATE INDEX document_base ON document(base);

-- A form's published content: immutable, one after the other.
CREATE TABLE revision(
  form      INTEGER NOT NULL REFERENCES document(key),
  number    INTEGER NOT NULL CHECK (number >= 1),
  hash      BLOB NOT NULL CHECK (length(hash) = 32),
  published INTEGER NOT NULL,
  author    INTEGER NOT NULL REFERENCES author(key),
  fields    BLOB NOT NULL,
  PRIMARY KEY (form, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_author ON revision(author);

-- An identity: a section or a row, of a form or of a document's own. The one of kind 'document'
-- stands for a document's own fields, such as its title.
CREATE TABLE record(
  key      INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES document(key),
  kind     TEXT NOT NULL CHECK (kind IN ('document', 'section', 'row')),
  id       TEXT NOT NULL CHECK (length(CAST(id AS BLOB)) BETWEEN 1 AND 255),
  UNIQUE (document, kind, id)
) STRICT;

-- A form's section, from one revision until another (NULL: still).
CREATE TABLE section(
  record   INTEGER NOT NULL REFERENCES record(key),
  since    INTEGER NOT NULL,
  until    INTEGER,
  position BLOB NOT NULL,
  fields   BLOB NOT NULL,
  PRIMARY KEY (record, since),
  CHECK (until > since)
) STRICT, WITHOUT ROWID;

-- A form's row, from one revision until another (NULL: still).
CREATE TABLE row(
  record    INTEGER NOT NULL REFERENCES record(key),
  since     INTEGER NOT NULL,
  until     INTEGER,
  section   INTEGER NOT NULL REFERENCES record(key),
  position  BLOB NOT NULL,
  component TEXT NOT NULL,
  fields    BLOB NOT NULL,
  PRIMARY KEY (record, since),
  CHECK (until > since)
) STRICT, WITHOUT ROWID;
CREATE INDEX row_section ON row(section);

-- What a document holds beyond its form: its answers, natively typed, and the entry that wrote each.
-- Type says how to read value; 10 is an answer that was taken away.
-- No foreign key to the entry: entries move to chunks; `ekiben verify` checks it.
CREATE TABLE answer(
  document INTEGER NOT NULL REFERENCES document(key),
  record   INTEGER NOT NULL REFERENCES record(key),
  value    ANY,
  type     INTEGER NOT NULL,
  entry    INTEGER NOT NULL CHECK (entry >= 1),
  via      INTEGER CHECK (via > entry),
  PRIMARY KEY (document, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_record ON answer(record);

-- Where a document differs from its form in more than answers: other fields, records of its own
-- (field 0, value not NULL) and records that it does without (field 0, value NULL).
CREATE TABLE override(
  document INTEGER NOT NULL REFERENCES document(key),
  record   INTEGER NOT NULL REFERENCES record(key),
  field    INTEGER NOT NULL,
  value    BLOB,                     -- NULL: absent
  entry    INTEGER NOT NULL CHECK (entry >= 1),
  via      INTEGER CHECK (via > entry),
  PRIMARY KEY (document, record, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX override_record ON override(record);

-- The journal's newest entries. One key for document and number, so that a document's lie together.
CREATE TABLE entry(
  key    INTEGER PRIMARY KEY,        -- document.key << 32 | number
  kind   INTEGER NOT NULL,
  time   INTEGER NOT NULL,
  author INTEGER NOT NULL REFERENCES author(key),
  line   BLOB NOT NULL
) STRICT;

-- The journal's older entries: what happened, 128 to a chunk …
CREATE TABLE chunk(
  document INTEGER NOT NULL REFERENCES document(key),
  first    INTEGER NOT NULL CHECK (first >= 1),
  since    INTEGER NOT NULL,         -- the smallest time in it
  tree     BLOB NOT NULL,
  lines    BLOB NOT NULL,
  PRIMARY KEY (document, first)
) STRICT, WITHOUT ROWID;

-- … and what each did to a field, field by field; the key is the index for times past.
CREATE TABLE block(
  document INTEGER NOT NULL REFERENCES document(key),
  record   INTEGER NOT NULL REFERENCES record(key),
  field    INTEGER NOT NULL,
  first    INTEGER NOT NULL CHECK (first >= 1),
  touches  BLOB NOT NULL,
  PRIMARY KEY (document, record, field, first)
) STRICT, WITHOUT ROWID;
CREATE INDEX block_record ON block(document, record) WHERE field = 0;

-- The child that redo takes, where that is not the newest; as of the last entry in a chunk.
CREATE TABLE visited(
  document INTEGER NOT NULL REFERENCES document(key),
  node     INTEGER NOT NULL,
  child    INTEGER NOT NULL CHECK (child > node),
  PRIMARY KEY (document, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE mark(
  document INTEGER NOT NULL REFERENCES document(key),
  name     TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 255),
  entry    INTEGER NOT NULL CHECK (entry >= 1),
  PRIMARY KEY (document, name)
) STRICT, WITHOUT ROWID;

-- What a store is set to, such as whether every change needs a reason.
CREATE TABLE setting(
  name  TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIEW documents(document, form, revision, status, entries) AS
  SELECT d.name, f.name, d.revision, d.status,
    ifnull(
      (SELECT max(e.key) & 4294967295 FROM entry e
       WHERE e.key BETWEEN d.key << 32 AND (d.key + 1 << 32) - 1), d.moved)
  FROM document d JOIN document f ON f.key = d.base;

CREATE VIEW answers(document, form, row, value, entry) AS
  SELECT d.name, f.name, r.id, a.value, a.entry
  FROM answer a
  JOIN document d ON d.key = a.document
  JOIN document f ON f.key = d.base
  JOIN record r ON r.key = a.record
  WHERE a.type <> 10 AND d.status <> 'deleted'
  ORDER BY d.name, a.document, a.record;
