-- What devices seal, and files that came sealed (docs/decisions/0098-sealing-on-the-server.md). No key is in the database.

ALTER TABLE workspaces ADD COLUMN sealing_required boolean NOT NULL DEFAULT false;

-- Which file was in a sealed one. The sealed bytes are not kept: a device that sends them again learns that they are here.
CREATE TABLE sealed_files (
  workspace_id uuid NOT NULL,
  sealed_sha256 bytea NOT NULL CHECK (length(sealed_sha256) = 32),
  sealed_size bigint NOT NULL CHECK (sealed_size > 0),
  sha256 bytea NOT NULL,
  PRIMARY KEY (workspace_id, sealed_sha256),
  FOREIGN KEY (workspace_id, sha256) REFERENCES files (workspace_id, sha256) ON DELETE CASCADE
);
CREATE INDEX sealed_files_by_file ON sealed_files (workspace_id, sha256);

ALTER TABLE sealed_files ENABLE ROW LEVEL SECURITY;
-- compatible: a table of this migration
CREATE POLICY of_workspace ON sealed_files USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
