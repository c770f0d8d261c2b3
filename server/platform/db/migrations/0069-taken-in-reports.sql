-- A report that came with a client's file: the name of the workspace that the file says it is from. NULL: it was made here.
ALTER TABLE account_reports ADD COLUMN taken_from text;
