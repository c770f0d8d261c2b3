-- A client that shows newcomers what everything is for. It goes like every other client, and its hosts are names that nobody can own.
ALTER TABLE clients ADD COLUMN sample boolean NOT NULL DEFAULT false;
