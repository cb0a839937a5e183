-- Format 2. A checksum for every row, an id for the store, where entries come from, and what was
-- destroyed. No row is rewritten: NULL is a row of format 1, which is not checked until it is.

PRAGMA user_version = 2;

DROP INDEX answer_record;
ALTER TABLE document RENAME COLUMN moved TO archived;

-- Whether a rule of the form hides the row: then its answer does not count. Rules are worked out by
-- programs, which say here what came of it; NULL is an answer of format 1 that none has looked at.
ALTER TABLE answer ADD COLUMN inactive INTEGER CHECK (inactive IN (0, 1));

-- The revisions that a document's entries went to, by their first, as 1,3,2; NULL is only the present one.
ALTER TABLE document ADD COLUMN revisions TEXT CHECK (revisions GLOB '[1-9]*');

-- Why a revision was published.
ALTER TABLE revision ADD COLUMN reason TEXT;

-- Answers that do not count are there as well, and say so.
DROP VIEW answers;
CREATE VIEW answers(document, form, row, value, entry, active) AS
  SELECT d.name, f.name, r.id, a.value, a.entry, 1 - a.inactive
  FROM answer a
  JOIN document d ON d.key = a.document
  JOIN document f ON f.key = d.base
  JOIN record r ON r.key = a.record
  WHERE a.type <> 10 AND d.status <> 'deleted'
  ORDER BY d.name, a.document, a.record;

-- CRC-32 of the table's name, the key and all other columns; see decision 0018.
-- In `migration` the column `checksum` is the one of the step's text.
ALTER TABLE migration ADD COLUMN row_checksum INTEGER;
ALTER TABLE author ADD COLUMN checksum INTEGER;
ALTER TABLE field ADD COLUMN checksum INTEGER;
ALTER TABLE document ADD COLUMN checksum INTEGER;
ALTER TABLE revision ADD COLUMN checksum INTEGER;
ALTER TABLE record ADD COLUMN checksum INTEGER;
ALTER TABLE section ADD COLUMN checksum INTEGER;
ALTER TABLE row ADD COLUMN checksum INTEGER;
ALTER TABLE answer ADD COLUMN checksum INTEGER;
ALTER TABLE override ADD COLUMN checksum INTEGER;
ALTER TABLE entry ADD COLUMN checksum INTEGER;
ALTER TABLE chunk ADD COLUMN checksum INTEGER;
ALTER TABLE block ADD COLUMN checksum INTEGER;
ALTER TABLE visited ADD COLUMN checksum INTEGER;
ALTER TABLE mark ADD COLUMN checksum INTEGER;
ALTER TABLE setting ADD COLUMN checksum INTEGER;

-- Which store this is; whoever opens it may have given another id in the same transaction.
INSERT INTO setting(name, value) VALUES ('store', randomblob(16));

-- Whether all answers say if they count; a program that knows rules sees to it where they do not.
INSERT INTO setting(name, value)
  SELECT 'activity', 1 WHERE NOT EXISTS (SELECT 1 FROM document WHERE kind = 'document');

-- The entries of a document up to `until` come from that store: x'' where they were written in
-- format 1, which had no ids. Entries beyond the last `until` are this store's own.
CREATE TABLE origin(
  document INTEGER NOT NULL REFERENCES document(key),
  until    INTEGER NOT NULL CHECK (until >= 1),
  store    BLOB NOT NULL CHECK (length(store) IN (0, 16)),
  checksum INTEGER,
  PRIMARY KEY (document, until)
) STRICT, WITHOUT ROWID;
INSERT INTO origin(document, until, store)
  SELECT d.key,
    ifnull(
      (SELECT max(e.key) & 4294967295 FROM entry e
       WHERE e.key BETWEEN d.key << 32 AND (d.key + 1 << 32) - 1), d.archived),
    x''
  FROM document d WHERE d.kind = 'document';

-- Documents that were purged: how many entries they had, the id of the last, who did it and why.
CREATE TABLE destroyed(
  uid      BLOB PRIMARY KEY CHECK (length(uid) = 16),
  entries  INTEGER NOT NULL CHECK (entries >= 1),
  last     BLOB NOT NULL CHECK (length(last) = 32),
  time     INTEGER NOT NULL,
  author   INTEGER NOT NULL REFERENCES author(key),
  reason   TEXT,
  checksum INTEGER
) STRICT, WITHOUT ROWID;

-- Forms that are sets of options for other forms, and how many options their current revision has.
CREATE TABLE option_set(
  form     INTEGER PRIMARY KEY REFERENCES document(key),
  options  INTEGER NOT NULL CHECK (options >= 0),
  checksum INTEGER
) STRICT;

-- What the options of a current revision are found by: 0 a word of label or code in lower case,
-- 1 the label, 2 a code that is not the row's id, 3 the code of the option it belongs to, or ''.
CREATE TABLE option_text(
  form     INTEGER NOT NULL REFERENCES option_set(form),
  kind     INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
  text     TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 0),
  record   INTEGER NOT NULL REFERENCES record(key),
  checksum INTEGER,
  PRIMARY KEY (form, kind, text, position)
) STRICT, WITHOUT ROWID;
