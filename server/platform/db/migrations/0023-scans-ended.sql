-- outside a transaction
-- The newest completed and the newest failed scan of a host (server/db/findings/host-evaluations.ts).
CREATE INDEX CONCURRENTLY IF NOT EXISTS scans_ended ON scans (owner, host, kind, state, finished_at DESC)
  WHERE state IN ('completed', 'failed');
