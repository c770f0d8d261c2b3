-- outside a transaction
-- A host's findings, worst first: `asset` and `host` differ where a redirect led elsewhere (server/db/findings/finding-filter.ts).
CREATE INDEX CONCURRENTLY IF NOT EXISTS findings_by_host ON findings
  (account_id, asset, host, weight DESC, last_seen_at DESC, fingerprint DESC) INCLUDE (standing, until, severity, engine);
