-- outside a transaction
-- A workspace that is deleted looks for the sessions that came through its provider.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_by_sign_on ON sessions (sign_on_workspace) WHERE sign_on_workspace IS NOT NULL;
