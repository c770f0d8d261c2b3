-- What a scan's run looked for in full, so that a test of several classes passes once scans of different kinds have looked for all of them.
-- Runs from before say nothing of it: until they end they stand as they are, and the next scans fill it.
ALTER TABLE test_runs ADD COLUMN looked text[] NOT NULL DEFAULT '{}';
