-- outside a transaction
-- The runs of a test by host, with their results, from the index alone (server/assurance/frameworks/store/runs-in-window.ts). It takes the
-- place of test_runs_on_host, which the previous release reads.
CREATE INDEX CONCURRENTLY IF NOT EXISTS test_runs_by_host ON test_runs (workspace_id, test_id, host, at DESC, id DESC)
  INCLUDE (client_id, result);
