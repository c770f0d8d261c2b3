-- How many findings of an account are alike in everything that a filter or a total asks about, so that lists, hosts and the
-- overview add up some rows instead of counting every finding (docs/decisions/0080-counts-are-kept-by-a-trigger.md).
CREATE TABLE finding_counts (
  account_id uuid NOT NULL,
  severity text NOT NULL,
  weight smallint NOT NULL,
  title text NOT NULL,
  rule text NOT NULL,
  engine text NOT NULL,
  host text NOT NULL,
  asset text NOT NULL,
  standing text NOT NULL,
  -- 'infinity' for those without a last day. With it, a day that passes changes no row: each reader compares.
  until date NOT NULL,
  findings integer NOT NULL
) WITH (fillfactor = 80);
-- In the order of a page of problems.
CREATE UNIQUE INDEX finding_counts_of_account ON finding_counts
  (account_id, weight DESC, title, rule, engine, host, asset, standing, until);

-- Adds what a statement changed to the counts, no matter what ran it: the previous release, a cascade, psql. It has the rights of the
-- tables' owner: the server's role is granted the new table only after this migration. Rows are written in one order, so that two
-- statements cannot wait for each other. Findings that changed in nothing that is counted cancel out before anything is written.
CREATE FUNCTION count_findings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  changed text := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT *, 1 AS change FROM added' END,
    CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT *, -1 AS change FROM removed' END);
  emptied tid[];
BEGIN
  EXECUTE '
    WITH written AS (
      INSERT INTO finding_counts AS stored
        (account_id, severity, weight, title, rule, engine, host, asset, standing, until, findings)
      SELECT account_id, severity, weight, title, rule, engine, host, asset, standing, coalesce(until, ''infinity''), sum(change)
      FROM (' || changed || ') AS finding
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(change) <> 0 ORDER BY 1, 3, 4, 5, 6, 7, 8, 9, 10
      ON CONFLICT (account_id, weight, title, rule, engine, host, asset, standing, until)
        DO UPDATE SET findings = stored.findings + excluded.findings
      RETURNING ctid, findings
    )
    SELECT array_agg(ctid) FROM written WHERE findings = 0' INTO emptied;
  DELETE FROM finding_counts WHERE ctid = ANY (emptied);
  RETURN NULL;
END $$;
-- compatible: fixes where a new function looks names up
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION count_findings() SET search_path = %I, pg_temp', current_schema());
END $$;

-- From the first of these on nothing writes to findings until the counts are complete: about a second for a million findings.
-- compatible: keeps counts that the previous release does not know, with rights of its own
CREATE TRIGGER findings_added AFTER INSERT ON findings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_findings();
-- compatible: as above
CREATE TRIGGER findings_changed AFTER UPDATE ON findings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_findings();
-- compatible: as above
CREATE TRIGGER findings_removed AFTER DELETE ON findings
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_findings();
INSERT INTO finding_counts
SELECT account_id, severity, weight, title, rule, engine, host, asset, standing, coalesce(until, 'infinity'), count(*)
FROM findings GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
