-- Findings by problem: the same rule with the same title and severity. In this order a page of problems is read without sorting, and
-- so are the places of one, last seen first; the other columns let filters be answered from the index alone. Titles have at most 500
-- characters (server/engines/shared/foreign-text.ts), so that an entry fits.
CREATE INDEX findings_by_problem ON findings
  (account_id, weight DESC, title, rule, last_seen_at DESC, fingerprint DESC)
  INCLUDE (standing, until, severity, engine, host, asset);
