-- One time to fix for a workspace, which tasks, runs, reports and effectiveness go by. The copies in tests' specs are no longer read; they
-- are still written for the previous release, and go with the next one.
ALTER TABLE workspaces ADD COLUMN time_to_fix jsonb NOT NULL DEFAULT '{"high": 15, "medium": 30, "low": 90}';
