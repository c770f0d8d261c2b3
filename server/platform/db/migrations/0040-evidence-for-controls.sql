-- Evidence that a control stands on: what it speaks of, how long it does, and whether a reviewer took it.

ALTER TABLE evidence
  -- NULL: by what it holds, a photo, another file, or a note alone.
  ADD COLUMN kind text,
  ADD COLUMN method text NOT NULL DEFAULT 'by-hand',
  -- A link or a report that it shows.
  ADD COLUMN source jsonb,
  ADD COLUMN effective_from date,
  ADD COLUMN effective_to date,
  ADD COLUMN expires_on date,
  ADD COLUMN state text NOT NULL DEFAULT 'draft',
  ADD COLUMN state_reason text NOT NULL DEFAULT '',
  -- When the word was said that its state is from.
  ADD COLUMN state_said_at timestamptz,
  ADD COLUMN supersedes uuid,
  -- What was recorded of a scan, a run or a report, which can be deleted.
  ADD COLUMN record jsonb,
  ADD COLUMN record_sha256 bytea;

-- compatible: the previous release writes only what was allowed before
ALTER TABLE evidence_links DROP CONSTRAINT evidence_links_subject_type_check;
-- compatible: allows more than the one before
ALTER TABLE evidence_links ADD CONSTRAINT evidence_links_subject_type_check
  CHECK (subject_type IN ('finding', 'asset', 'scan', 'control', 'requirement', 'task')) NOT VALID;
-- compatible: as above
ALTER TABLE evidence_custody DROP CONSTRAINT evidence_custody_what_check;
-- compatible: allows more than the one before
ALTER TABLE evidence_custody ADD CONSTRAINT evidence_custody_what_check
  CHECK (what IN ('received', 'recorded', 'changed', 'linked', 'unlinked', 'opened', 'submitted', 'accepted', 'returned', 'withdrawn',
    'superseded')) NOT VALID;

-- What a client's evidence of a kind of state is, and when it ends.
-- compatible: a small table in every installation of the previous release
CREATE INDEX evidence_by_end ON evidence (client_id, expires_on) WHERE expires_on IS NOT NULL;
-- What people added, apart from what each scan adds.
-- compatible: as above
CREATE INDEX evidence_by_hand ON evidence (workspace_id, client_id) WHERE method = 'by-hand';
