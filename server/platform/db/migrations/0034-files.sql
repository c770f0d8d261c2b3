-- Files of workspaces, and their uploads (docs/decisions/0096-uploads-by-tus.md).
--
-- Bytes arrive in pieces that stay where they were written: a finished upload becomes a file, and its pieces the file's.

CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- Who sends it. No reference: the account may be deleted while the upload goes to its end.
  account_id uuid NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  size bigint NOT NULL CHECK (size > 0),
  -- What the device says that it is.
  type text NOT NULL,
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND size),
  -- Set once all of it has arrived and was found to be what was announced.
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX uploads_of_workspace ON uploads (workspace_id) WHERE finished_at IS NULL;
CREATE INDEX uploads_by_end ON uploads (expires_at);

CREATE TABLE files (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  size bigint NOT NULL CHECK (size > 0),
  -- What its bytes are, by the server's own look.
  type text NOT NULL,
  -- Whose pieces are its bytes: the id of the upload it came by.
  pieces_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, sha256)
);
-- To find files that no evidence names (server/db/uploads/drop-files.ts).
CREATE INDEX files_by_age ON files (created_at);

CREATE TABLE file_pieces (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  pieces_id uuid NOT NULL,
  -- Where in the file it begins.
  begins_at bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (pieces_id, begins_at)
);
CREATE INDEX file_pieces_of_workspace ON file_pieces (workspace_id);
-- Photographs do not get smaller: PostgreSQL need not try.
ALTER TABLE file_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- A file is named by evidence, which has a client; only the workspace's walls are around the bytes themselves.
-- compatible: only tables of this migration
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['uploads', 'files', 'file_pieces'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY of_workspace ON %I USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()))', name);
  END LOOP;
END $$;
