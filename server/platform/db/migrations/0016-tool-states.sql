-- What a worker knows of a tool is one value whose fields depend on its state. Nothing here outlives three minutes.
DELETE FROM engine_sightings;
ALTER TABLE engine_sightings DROP COLUMN available, DROP COLUMN version, DROP COLUMN reason;
ALTER TABLE engine_sightings ADD COLUMN state jsonb NOT NULL;
