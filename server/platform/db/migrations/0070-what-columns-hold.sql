-- Names that are older than what they hold. Renaming them would break the previous release, which runs beside this one, and every index
-- and policy names them; so the schema says what they are. A workspace that an account started with has the account's id.
COMMENT ON COLUMN target_claims.account_id IS 'The workspace.';
COMMENT ON COLUMN assets.account_id IS 'The workspace.';
COMMENT ON COLUMN asset_facts.account_id IS 'The workspace.';
COMMENT ON COLUMN schedules.account_id IS 'The workspace.';
COMMENT ON COLUMN findings.account_id IS 'The workspace.';
COMMENT ON COLUMN finding_changes.account_id IS 'The workspace.';
COMMENT ON COLUMN finding_sightings.account_id IS 'The workspace.';
COMMENT ON COLUMN finding_words.account_id IS 'The workspace.';
COMMENT ON COLUMN finding_retests.account_id IS 'The workspace.';
COMMENT ON COLUMN finding_counts.account_id IS 'The workspace.';
COMMENT ON COLUMN finding_days.account_id IS 'The workspace.';
COMMENT ON COLUMN finding_days_of_clients.account_id IS 'The workspace.';
COMMENT ON COLUMN account_reports.account_id IS 'The workspace.';
COMMENT ON COLUMN scans.owner IS 'The workspace, or anonymous for a scan of the public form.';
COMMENT ON TABLE finding_words IS 'Verdicts: what people said of findings, a row each time.';
COMMENT ON COLUMN findings.word IS 'The verdict that counts now, if there is one.';
