-- outside a transaction
-- How many scans an account has: without other columns, a count reads a tenth of what scans_of_owner takes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS scans_by_owner ON scans (owner);
