-- The custody of evidence says whether parts of its pictures were covered before they were sent.

-- compatible: the previous release writes only what was allowed before
ALTER TABLE evidence_custody DROP CONSTRAINT evidence_custody_what_check;
-- compatible: allows more than the one before
ALTER TABLE evidence_custody ADD CONSTRAINT evidence_custody_what_check
  CHECK (what IN ('received', 'redacted', 'recorded', 'changed', 'linked', 'unlinked', 'opened', 'submitted', 'accepted', 'returned',
    'withdrawn', 'superseded')) NOT VALID;
