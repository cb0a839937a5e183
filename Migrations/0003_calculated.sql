-- Format 3. Which answers formulas gave.

PRAGMA user_version = 3;

-- Whether a formula gave the answer and nobody wrote it; NULL is an answer of an older format, in which
-- formulas gave none. A checksum leaves the column out where it is NULL, so that no row is rewritten
-- and each stays as it was signed; see decision 0054.
ALTER TABLE answer ADD COLUMN calculated INTEGER CHECK (calculated IN (0, 1));

DROP VIEW answers;
CREATE VIEW answers(document, form, row, value, entry, active, calculated) AS
  SELECT d.name, f.name, r.id, a.value, a.entry, 1 - a.inactive, ifnull(a.calculated, 0)
  FROM answer a
  JOIN document d ON d.key = a.document
  JOIN document f ON f.key = d.base
  JOIN record r ON r.key = a.record
  WHERE a.type <> 10 AND d.status <> 'deleted'
  ORDER BY d.name, a.document, a.record;
