-- Checks the rows that were there before 0025, while everything else may read and write.
-- compatible: reads only
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['findings', 'finding_days', 'assets', 'asset_facts', 'account_reports', 'schedules', 'target_claims'] LOOP
    EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', name, name || '_workspace_fkey');
  END LOOP;
END $$;
