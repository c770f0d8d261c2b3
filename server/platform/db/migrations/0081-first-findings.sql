-- outside a transaction
-- When a workspace's first finding was first seen, without reading all of them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS findings_by_first_seen ON findings (account_id, first_seen_at) INCLUDE (asset);
