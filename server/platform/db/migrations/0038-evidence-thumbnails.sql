-- Small pictures of evidence's files, for lists (docs/decisions/0101-thumbnails-and-evidence-that-leaves.md). They are files, too.

CREATE TABLE evidence_thumbnails (
  workspace_id uuid NOT NULL,
  evidence_id uuid NOT NULL,
  -- Of the file that it shows.
  no integer NOT NULL,
  sha256 bytea NOT NULL,
  PRIMARY KEY (workspace_id, evidence_id, no),
  FOREIGN KEY (workspace_id, evidence_id, no) REFERENCES evidence_files (workspace_id, evidence_id, no) ON DELETE CASCADE,
  -- Lists do without one that is gone: a release that does not know thumbnails may take it for a file that nothing names.
  FOREIGN KEY (workspace_id, sha256) REFERENCES files (workspace_id, sha256) ON DELETE CASCADE
);
CREATE INDEX evidence_thumbnails_by_file ON evidence_thumbnails (workspace_id, sha256);

ALTER TABLE evidence_thumbnails ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_workspace ON evidence_thumbnails USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
CREATE POLICY of_evidence ON evidence_thumbnails AS RESTRICTIVE USING ((SELECT seen_client()) IS NULL OR (
  SELECT true FROM evidence WHERE evidence.workspace_id = evidence_thumbnails.workspace_id
    AND evidence.id = evidence_thumbnails.evidence_id));
