-- When the owner of this session last proved who they are (docs/decisions/0109-proving-it-again.md). NULL: at sign-in; the session
-- began before this was kept, or under the previous release.
ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
