const ENVIRONMENT = `
  PLUMBLINE_URL    the server, such as https://plumbline.example.com
  PLUMBLINE_TOKEN  an API token (Settings, API tokens)`;

const CLIENTS = `A client's code or name needs clients:read; its ID needs nothing.
`;

/** `--help`, for all commands and for each. */
export const USAGE = {
	all: `plumbline scan TARGET --kind KIND   start a scan
plumbline findings                   list findings
plumbline report                     write a report to a file
plumbline whoami                     say what the token is and may do

--help after a command says what it takes. --version prints the version.
${ENVIRONMENT}

Exit codes: 0 ok, 1 findings at or above --fail-on, 2 wrong usage,
3 not allowed, 4 scan failed or canceled, 5 timeout, 6 server unreachable.
`,
	scan: `plumbline scan TARGET --kind combined|zap|wapiti|nmap|sslyze

  --email ADDRESS  where the report goes, for combined and zap
  --client CLIENT  the client that the scan is for: its code, name or ID
  --wait           wait until the scan ends; the next four options do so too
  --fail-on LEVEL  exit with 1 if there is a finding of this level or worse:
                   critical, high, medium or low
  --sarif FILE     write the findings of the scanned host as SARIF
                   (scopes reports:write, reports:read)
  --junit FILE     write the findings as JUnit XML
  --timeout TIME   how long to wait, such as 90s, 30m or 2h (30m)
${ENVIRONMENT}

Needs the scope scans:write, and scans:read to wait.
${CLIENTS}`,
	findings: `plumbline findings

  --scan ID        of this scan alone
  --severity LIST  high, medium, low or none, separated by commas
  --state LIST     open (default), fixed, false-positive or accepted, separated
                   by commas; not with --scan
  --client CLIENT  the client that they are about: its code, name or ID
  --json           as JSON
${ENVIRONMENT}

Needs the scope findings:read, or scans:read with --scan.
${CLIENTS}`,
	report: `plumbline report --scan ID --format html|pdf|csv|json|sarif --out FILE

A vulnerability assessment of the scanned host, from its scans on the days of
this scan.

  --client CLIENT  the client that it is about: its code, name or ID
${ENVIRONMENT}

Needs the scopes scans:read, reports:write and reports:read.
${CLIENTS}`,
	whoami: `plumbline whoami

What the token is: its name, workspace, role, scopes and last day, and the
clients that it reaches (scope clients:read).

  --json           as JSON
${ENVIRONMENT}

Needs no scope.
`,
} as const;
