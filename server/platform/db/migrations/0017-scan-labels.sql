-- Whom a scan is for and what to remember about it, as the person who asked typed it.
ALTER TABLE scans
  ADD COLUMN client text NOT NULL DEFAULT '',
  ADD COLUMN note text NOT NULL DEFAULT '';
