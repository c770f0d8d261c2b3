// Scans our own server, behind TLS, with every engine that this machine has: `npm run self-scan`. Fails if an engine reports anything
// above "none" that is not explained below. Engines that are not installed are named, never silently skipped.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KINDS, SCAN_KINDS, type ScanKind, scanName } from "#contract/kinds/kinds.ts";
import { API_BASE } from "#contract/routes.ts";
import { runningDatabase } from "#server/platform/db/embedded/running-database.ts";
import { createPool, type Pool } from "#server/platform/db/pool.ts";
import { writeSection } from "../bench/write-section.ts";
import { startTlsFront } from "../support/engines/tls-front.ts";
import { createAccount } from "../support/server/accounts.ts";
import { newVarDir, startPlumbline } from "../support/server/plumbline.ts";

/** Findings by rule that are true, and why they stay. */
const EXPLAINED: Record<string, string> = {
	"certificate-untrusted": "the certificate is made for this run, by an authority that nothing else knows",
	"tls-mozilla-intermediate": "these are the settings of the proxy that this run starts; an operator brings their own",
};

const LOOK_EVERY_MS = 1_000;
const LIMIT_MS = 20 * 60_000;

type Finding = { rule: string; title: string; severity: string; location?: unknown };
type Scan = { status: string; findings: Finding[]; coverage: string | null; reason: string | null };

/** A port that Nmap checks. */
const front = await startTlsFront(8443);
const host = `localhost:${front.port}`;
const authority = join(await newVarDir(), "authority.pem");
await writeFile(authority, front.authority);
const server = await startPlumbline({ PUBLIC_URL: `https://${host}`, TRUST_PROXY: "on", PRACTICE_TARGET: "off" });
front.target = server.listening;
const scanner = await startPlumbline({
	SCAN_ALLOW: `localhost,127.0.0.1,${host}`,
	NODE_EXTRA_CA_CERTS: authority,
	PRACTICE_TARGET: "off",
	...(process.env.VAR_DIR && { VAR_DIR: process.env.VAR_DIR }),
});
const databaseUrl = runningDatabase(scanner.varDir);
if (databaseUrl === undefined) throw new Error("The scanner has no database");
const pool = createPool(databaseUrl, () => {});

const BODIES: Record<ScanKind, Record<string, string>> = {
	combined: { target: `https://${host}`, email: "self-scan@example.org" },
	zap: { url: `https://${host}/`, email: "self-scan@example.org" },
	wapiti: { target: `https://${host}/` },
	nmap: { host: "localhost" },
	sslyze: { target: host },
};

let unexplained = 0;
const rows: string[] = [];
try {
	const account = await createAccount({
		url: scanner.url,
		async confirmAddress(email) {
			await pool.query("UPDATE accounts SET email_confirmed_at = created_at WHERE email = $1", [email]);
		},
	});
	for (const kind of SCAN_KINDS) {
		const started = await fetch(`${scanner.url}${API_BASE}${KINDS[kind].path}`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Cookie: account.cookie },
			body: JSON.stringify(BODIES[kind]),
		});
		const answer = await started.json();
		if (started.status !== 202) {
			rows.push(`| ${scanName(kind)} | not run: ${answer.message} | | |`);
			continue;
		}
		const { status, findings, coverage, reason } = await ended(pool, answer.receipt.scanId);
		if (status !== "completed") {
			unexplained++;
			rows.push(`| ${scanName(kind)} | ${status}: ${reason} | | |`);
			continue;
		}
		const serious = findings.filter(({ severity }) => severity !== "none");
		const open = serious.filter(({ rule }) => !EXPLAINED[rule]);
		unexplained += open.length;
		const told = [
			...new Set(
				serious.map(
					({ rule, title, severity }) => `${title} (${rule}, ${severity}): ${EXPLAINED[rule] ?? "**not explained**"}`,
				),
			),
		];
		rows.push(`| ${scanName(kind)} | ${coverage} | ${findings.length} | ${told.join("; ") || "nothing"} |`);
	}
} finally {
	await pool.end();
	await scanner.stop();
	await server.stop();
	await front.close();
	await rm(authority, { force: true });
}

const text = [
	"## Our own engines against our own server",
	"",
	"Behind TLS on this machine (`npm run self-scan`), as an operator of a listed target would run them.",
	"",
	"| scan | coverage | findings | above none |",
	"| --- | --- | --: | --- |",
	...rows,
].join("\n");
console.log(text);
await writeSection("docs/SELF-SCAN.md", "self-scan", text);
process.exit(unexplained === 0 ? 0 : 1);

async function ended(pool: Pool, id: string): Promise<Scan> {
	const latest = Date.now() + LIMIT_MS;
	for (;;) {
		const { rows } = await pool.query(
			`SELECT status, coverage, failure_message AS reason, coalesce(report->'findings', '[]') AS findings
			 FROM scans LEFT JOIN scan_reports ON scan_id = id WHERE id = $1`,
			[id],
		);
		const scan = rows[0] as Scan;
		if (scan.status !== "pending" && scan.status !== "running") return scan;
		if (Date.now() > latest) throw new Error(`Scan ${id} did not end`);
		await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
	}
}
