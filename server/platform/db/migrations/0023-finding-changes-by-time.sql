-- outside a transaction
-- What became worse in the last days, newest first, from the index alone (server/db/findings/finding-overview.ts). It takes the
-- place of finding_changes_by_time, which the previous release reads.
CREATE INDEX CONCURRENTLY IF NOT EXISTS finding_changes_newest ON finding_changes (account_id, at DESC, id DESC)
  INCLUDE (fingerprint, what);
