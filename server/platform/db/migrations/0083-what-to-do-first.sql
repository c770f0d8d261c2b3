-- Lists are read by weight, and what to do first comes first among findings of one severity: the same as weightOf of
-- contract/findings/urgency.ts, which a test compares for every rule.
CREATE FUNCTION finding_weight(severity text, rule text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE severity WHEN 'high' THEN 30 WHEN 'medium' THEN 20 WHEN 'low' THEN 10 ELSE 0 END
    + CASE WHEN severity = 'none' THEN 0
    WHEN named IN (
      'exposed-env', 'exposed-git', 'database-exposed', 'file-sharing-exposed', 'directory-listing', 'wapiti-backup-file',
      'zap-0', 'zap-10045', 'zap-10095', 'zap-20017', 'zap-40028', 'zap-40029', 'zap-40032', 'zap-40034', 'zap-40035',
      'zap-40042') THEN 3
    WHEN named IN (
      'remote-desktop-exposed', 'telnet-exposed', 'management-exposed', 'wapiti-sql-injection', 'zap-40018', 'zap-40019',
      'zap-40020', 'zap-40021', 'zap-40022', 'zap-40024', 'zap-40027', 'wapiti-command-execution', 'zap-90019', 'zap-90020',
      'zap-90021', 'zap-90023', 'zap-90035', 'zap-40003', 'zap-40015', 'wapiti-xxe', 'wapiti-ldap-injection',
      'wapiti-crlf-injection', 'zap-30001', 'zap-30002', 'zap-40009', 'zap-40044', 'zap-90001', 'zap-90002', 'zap-90017',
      'zap-90024', 'zap-90034', 'zap-90036', 'zap-90037', 'wapiti-path-traversal', 'zap-6', 'zap-7', 'wapiti-xss',
      'wapiti-stored-xss', 'wapiti-html-injection', 'zap-40012', 'zap-40014', 'zap-40026', 'wapiti-known-vulnerability',
      'library-vulnerable', 'zap-10048', 'zap-20018', 'zap-40043', 'zap-40045', 'zap-40048', 'wapiti-method-bypass',
      'cors-reflects-origin', 'zap-40040', 'tls-heartbleed') THEN 2
    WHEN named IN (
      'certificate-expired', 'certificate-not-yet-valid', 'certificate-untrusted', 'certificate-host-mismatch',
      'certificate-weak-key', 'certificate-weak-signature', 'certificate-too-long', 'certificate-not-stapled',
      'certificate-expires-soon', 'tls-browsers-refused', 'no-https', 'http-not-redirected',
      'redirect-downgraded', 'mixed-content', 'tls-ssl-offered', 'tls-weak-cipher', 'tls-old-protocol', 'tls-robot',
      'tls-ccs-injection', 'tls-insecure-renegotiation', 'zap-10034', 'zap-20015', 'zap-10040', 'zap-10041', 'zap-10042',
      'zap-10047', 'zap-10105', 'zap-10106') THEN 1
    ELSE 0 END)::smallint
  FROM (SELECT CASE WHEN rule LIKE 'zap-%' THEN regexp_replace(rule, '^(zap-\d+)-\d+$', '\1') ELSE rule END AS named) AS rules
$$;

-- A table cannot be given another generated column in place: now a trigger fills it, for every writer.
CREATE FUNCTION weigh_finding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.weight := finding_weight(NEW.severity, NEW.rule);
  RETURN NEW;
END $$;
-- compatible: fixes where a new function looks names up
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION weigh_finding() SET search_path = %I, pg_temp', current_schema());
END $$;
-- compatible: the previous release never writes this column, and goes on reading it
ALTER TABLE findings ALTER COLUMN weight DROP EXPRESSION;
-- compatible: fills the column that the previous release leaves to its old expression
CREATE TRIGGER findings_weighed BEFORE INSERT OR UPDATE OF severity, rule ON findings
  FOR EACH ROW EXECUTE FUNCTION weigh_finding();
-- compatible: all in one statement, so that no list mixes old weights with new ones. 90,000 took 3.4 s
UPDATE findings SET severity = severity WHERE severity <> 'none';
