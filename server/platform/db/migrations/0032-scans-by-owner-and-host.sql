-- outside a transaction
-- How many scans a workspace or one of its clients has, from the index alone: which client's a scan is goes by its host, and
-- row-level security asks for it in every query. It takes the place of scans_by_owner, which the previous release reads.
CREATE INDEX CONCURRENTLY IF NOT EXISTS scans_by_owner_and_host ON scans (owner, host);
