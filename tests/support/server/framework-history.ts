import { randomUUID } from "node:crypto";
import type { TestDatabase } from "./database.ts";

type Pool = TestDatabase["pool"];
type Finding = {
	fingerprint: string;
	rule?: string;
	severity?: string;
	host?: string;
	firstSeen: string;
	fixed?: string;
	reopened?: string;
	title?: string;
};

/** A fingerprint that is easy to recognize. */
export const fingerprintOf = (n: number): string => n.toString(16).padStart(64, "0");

/** A finding of a workspace, stored as scans would have. */
export async function storeFinding(pool: Pool, workspaceId: string, finding: Finding): Promise<void> {
	const {
		fingerprint,
		rule = "hsts-missing",
		severity = "high",
		host = "a.example",
		firstSeen,
		title = "A finding",
	} = finding;
	await pool.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
		   first_seen_at, last_seen_at, seen_from, fixed_at, reopened_at)
		 VALUES ($1, $2, '{}', $3, 'baseline', $4, $5, '', $6, $6, $6, $7, $8, $8, $8, $9, $10)`,
		[workspaceId, fingerprint, severity, rule, title, host, randomUUID(), firstSeen, finding.fixed, finding.reopened],
	);
	for (const [what, at] of [
		["fixed", finding.fixed],
		["reopened", finding.reopened],
	]) {
		if (at === undefined) continue;
		await pool.query(
			"INSERT INTO finding_changes (account_id, fingerprint, at, what, severity) VALUES ($1, $2, $3, $4, $5)",
			[workspaceId, fingerprint, at, what, severity],
		);
	}
}

/** What a person said about a finding. */
export const storeWord = (
	pool: Pool,
	workspaceId: string,
	word: { fingerprint: string; state: string; reason: string; until?: string; at: string },
) =>
	pool.query(
		"INSERT INTO finding_words (account_id, fingerprint, state, reason, until, said_at) VALUES ($1, $2, $3, $4, $5, $6)",
		[workspaceId, word.fingerprint, word.state, word.reason, word.until, word.at],
	);

type Run = { testId: string; controlId: string; at: string; result: string; host?: string };

/** A scan's run of a test. */
export const storeRun = (pool: Pool, workspaceId: string, { testId, controlId, at, result, host = "a.example" }: Run) =>
	pool.query(
		`INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, host, at, window_from, window_to, result, reason,
		   expires_on, scan_id) VALUES ($1, $1, $2, $3, $4, $5, $6, $6, $6, $7, 'A reason.', '2027-01-01', $8)`,
		[workspaceId, randomUUID(), controlId, testId, host, at, result, randomUUID()],
	);

/** The scan tests of a workspace that look for a class, oldest first. */
export async function testsFor(pool: Pool, workspaceId: string, ofClass: string) {
	const { rows } = await pool.query<{ testId: string; controlId: string; code: string; title: string }>(
		`SELECT test.id AS "testId", control_id AS "controlId", code, test.title FROM control_tests AS test
		 JOIN controls ON controls.id = control_id WHERE test.workspace_id = $1 AND $2 = ANY (classes) ORDER BY code, test.id`,
		[workspaceId, ofClass],
	);
	return rows;
}

/** As if everything had been added earlier. */
export const addedOn = (pool: Pool, workspaceId: string, day: string) =>
	pool.query("UPDATE control_tests SET created_at = $2 WHERE workspace_id = $1", [workspaceId, day]);
