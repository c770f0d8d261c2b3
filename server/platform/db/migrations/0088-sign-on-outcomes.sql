-- How sign-ins through a workspace's provider ended, for its owners (docs/decisions/0154-which-addresses-count-as-verified.md).

CREATE TABLE sign_on_outcomes (
  workspace_id uuid PRIMARY KEY REFERENCES sign_on_providers ON DELETE CASCADE,
  -- The client that people came through. Another one has its own outcome.
  issuer text NOT NULL,
  oauth_client text NOT NULL,
  -- When someone last came in. NULL: no one yet.
  came_at timestamptz,
  -- Why the last sign-in failed. NULL: it did not.
  failure text
);

-- compatible: a table of this migration
ALTER TABLE sign_on_outcomes ENABLE ROW LEVEL SECURITY;
-- compatible: a table of this migration
CREATE POLICY of_workspace ON sign_on_outcomes USING ((SELECT sees_all()) OR workspace_id = (SELECT seen_workspace()));
