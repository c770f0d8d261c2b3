-- Bytes of files in a store beside the database (docs/decisions/0102-files-in-s3.md).
--
-- A piece says itself where its bytes are: changing the setting changes nothing about what is stored, and an upload may begin in one
-- place and end in the other.

ALTER TABLE file_pieces
  -- Its key in the store.
  ADD COLUMN object text,
  ADD COLUMN object_size integer,
  -- Whoever can write to the store cannot change what was stored without being seen.
  ADD COLUMN object_sha256 bytea;
-- compatible: there are such pieces only once the operator has set a store, and older code refuses to read them rather than to read a file with a gap
ALTER TABLE file_pieces ALTER COLUMN bytes DROP NOT NULL;
-- compatible: the pieces that older code writes have bytes and no object; rows that are there are not looked at
ALTER TABLE file_pieces ADD CONSTRAINT file_pieces_somewhere CHECK (
  CASE WHEN bytes IS NULL THEN object IS NOT NULL AND object_size IS NOT NULL AND object_size > 0
    AND object_sha256 IS NOT NULL AND length(object_sha256) = 32
  ELSE num_nonnulls(object, object_size, object_sha256) = 0 END) NOT VALID;

-- Objects that no piece names: to be deleted, or just being written. Without references and walls: it outlives the workspace, and a
-- key says nothing about it but its id.
CREATE TABLE loose_objects (
  object text PRIMARY KEY,
  -- Until then it may still become a piece's. NULL: never again, so it may be deleted.
  held_until timestamptz
);

-- Whatever deletes a piece, a cascade or older code, the object goes with it.
CREATE FUNCTION let_object_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO loose_objects (object) VALUES (OLD.object);
  RETURN NULL;
END $$;
-- compatible: it does nothing for pieces that have no object
CREATE TRIGGER object_goes AFTER DELETE ON file_pieces FOR EACH ROW WHEN (OLD.object IS NOT NULL) EXECUTE FUNCTION let_object_go();
-- compatible: only a function of this migration
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION let_object_go() SET search_path = %I, pg_temp', current_schema());
END $$;
