const ENVIRONMENT = `
  PLUMBLINE_URL    the server, such as https://plumbline.example.com
  PLUMBLINE_TOKEN  an API token (Settings, API tokens)`;

/** `--help`, for all commands and for each. */
export const USAGE = {
	all: `plumbline scan TARGET --kind KIND   start a scan
plumbline findings                   list findings
plumbline report                     write a report to a file

--help after a command says what it takes. --version prints the version.
${ENVIRONMENT}

Exit codes: 0 ok, 1 findings at or above --fail-on, 2 wrong usage, 3 not allowed, 4 scan failed or canceled,
5 timeout, 6 server unreachable.
`,
	scan: `plumbline scan TARGET --kind combined|zap|wapiti|nmap|sslyze

  --email ADDRESS  where the report goes, for combined and zap
  --client ID      the client that the scan is for
  --wait           wait until the scan ends; the next four options do so too
  --fail-on LEVEL  exit with 1 if there is a finding of this level or worse: critical, high, medium or low
  --sarif FILE     write the findings of the scanned host as SARIF (scopes reports:write, reports:read)
  --junit FILE     write the findings as JUnit XML
  --timeout TIME   how long to wait, such as 90s, 30m or 2h (30m)
${ENVIRONMENT}

Needs the scope scans:write, and scans:read to wait.
`,
	findings: `plumbline findings

  --scan ID        of this scan alone (scope scans:read; without it, findings:read)
  --severity LIST  high, medium, low or none, separated by commas
  --state LIST     open (default), fixed, false-positive or accepted, separated by commas; not with --scan
  --client ID      the client that they are about
  --json           as JSON
${ENVIRONMENT}
`,
	report: `plumbline report --scan ID --format html|pdf|csv|json|sarif --out FILE

A vulnerability assessment of the scanned host, from its scans on the days of this scan (scopes scans:read,
reports:write, reports:read).

  --client ID      the client that it is about
${ENVIRONMENT}
`,
} as const;
