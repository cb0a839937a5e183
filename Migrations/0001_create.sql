-- Format 0: thrown away when the store is complete (decision 0007).
-- Integers named key are local to the file and never leave it. Times are UTC milliseconds.
-- Text compares by bytes (BINARY, the default).

PRAGMA application_id = 1164667234;  -- 'Ekib'
PRAGMA user_version = 0;

CREATE TABLE migration(
  number   INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,
  checksum BLOB NOT NULL CHECK (length(checksum) = 32),
  applied  INTEGER NOT NULL
) STRICT;

CREATE TABLE author(
  key  INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Forms, and what is filled in from them. A document may have its form's name.
CREATE TABLE document(
  key      INTEGER PRIMARY KEY,
  uid      BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
  kind     TEXT NOT NULL CHECK (kind IN ('form', 'document')),
  name     TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 255),
  base     INTEGER REFERENCES document(key),
  revision INTEGER NOT NULL CHECK (revision >= 1),
  status   TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'final')),
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

-- An identity: a section or a row of a form.
CREATE TABLE record(
  key      INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES document(key),
  kind     TEXT NOT NULL CHECK (kind IN ('section', 'row')),
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
-- No foreign key to the entry: entries will move to blocks; `ekiben verify` checks it.
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

-- The journal. One key for document and number, so that a document's entries lie together.
CREATE TABLE entry(
  key     INTEGER PRIMARY KEY,       -- document.key << 40 | number
  kind    INTEGER NOT NULL,
  time    INTEGER NOT NULL,
  author  INTEGER NOT NULL REFERENCES author(key),
  parent  INTEGER,                   -- NULL: the entry before
  head    INTEGER,                   -- NULL: this one
  step    INTEGER,                   -- NULL: a step of its own
  reason  TEXT,
  changes BLOB                       -- NULL: the entry travels
) STRICT;

CREATE VIEW documents(document, form, revision, status, entries) AS
  SELECT d.name, f.name, d.revision, d.status,
    (SELECT max(e.key) & 1099511627775 FROM entry e
     WHERE e.key BETWEEN d.key << 40 AND (d.key + 1 << 40) - 1)
  FROM document d JOIN document f ON f.key = d.base;

CREATE VIEW answers(document, form, row, value, entry) AS
  SELECT d.name, f.name, r.id, a.value, a.entry
  FROM answer a
  JOIN document d ON d.key = a.document
  JOIN document f ON f.key = d.base
  JOIN record r ON r.key = a.record
  WHERE a.type <> 10
  ORDER BY d.name, a.document, a.record;
