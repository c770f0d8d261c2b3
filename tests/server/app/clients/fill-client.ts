import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { ClientId } from "#contract/ids.ts";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { client as clientSchema } from "#contract/workspaces/workspaces.ts";
import type { Finder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { addControl, CHECKLIST, say, scanSpec } from "../../../support/server/controls.ts";
import { addEvidence } from "../../../support/server/evidence.ts";
import {
	addQuestionnaire,
	approve,
	csvOf,
	proposalOf,
	questionOf,
	readQuestionnaire,
	sayAnswers,
} from "../../../support/server/questionnaires.ts";
import type { TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";
import { bodyOf, type Consultancy } from "./consultancy.ts";
import { fillAssessment } from "./fill-assessment.ts";

/** Gives a client some of everything, and returns what identifies its rows. */
export async function fillClient(
	server: TestServer,
	ada: Consultancy,
	finder: Finder,
	name: string,
): Promise<{ id: ClientId; host: string; marks: string[] }> {
	const { pool } = server.database;
	const { id } = clientSchema.parse(
		await bodyOf(await ada.call("createClient", { body: { name }, headers: { [IDEMPOTENCY_KEY]: randomUUID() } }), 201),
	);
	const host = `${name.toLowerCase()}.example.com`;
	await ada.giveHost(host, id);
	const seen = [findingOf({ host, severity: "high" }), findingOf({ host, rule: "other", severity: "low" })];
	const endsAt = new Date(Date.now() + 20 * 86_400_000).toISOString();
	const target = `${host}:443`;
	const facts = [{ what: "certificate", host, port: 443, detail: "", endsAt } as const];
	const first = await finder.scan(seen, { target });
	const second = await finder.scan(seen.slice(0, 1), { target, facts });
	expect(await finder.say(findingOf({ host, severity: "high" }), { state: "false-positive", reason: "Ours." })).toBe(1);
	const fingerprint = seen[0]?.fingerprint ?? "";
	await pool.query(
		`INSERT INTO finding_retests (account_id, fingerprint, scan_id, asked_at, state, severity)
		 VALUES ($1, $2, $3, now(), 'open', 'high')`,
		[ada.workspaceId, fingerprint, second],
	);
	for (const statement of [
		"INSERT INTO scan_raw (scan_id, name, media_type, content) VALUES ($1, 'tool.xml', 'text/xml', '<out/>')",
		"INSERT INTO scan_sent (scan_id, sent) VALUES ($1, '[]')",
		"INSERT INTO report_links (token_hash, scan_id, expires_at) VALUES (sha256($1::uuid::text::bytea), $1::uuid, now() + interval '1 day')",
	]) {
		await pool.query(statement, [first]);
	}
	await bodyOf(await ada.call("claimTarget", { body: { host } }), 201);
	const schedule = await bodyOf(
		await ada.call("createSchedule", {
			headers: { [IDEMPOTENCY_KEY]: randomUUID() },
			body: {
				name: `Of ${name}`,
				request: { kind: "sslyze", body: { target } },
				timeZone: "UTC",
				recurrence: { type: "daily", time: "03:00" },
				overlap: "skip",
				digest: false,
			},
		}),
		201,
	);
	await pool.query("UPDATE schedules SET host = $2 WHERE id = $1", [schedule.id, host]);
	await pool.query("INSERT INTO schedule_scans (scan_id, schedule_id) VALUES ($1, $2)", [first, schedule.id]);

	const report = async (): Promise<string> => {
		const body = { template: "executive-summary", hosts: [host], clients: [] };
		const { receipt } = await bodyOf(await ada.call("requestReport", { body }), 202);
		const params = { reportId: receipt.reportId };
		await until(
			async () => (await (await ada.call("readReport", { params })).json()).report.status === "completed",
			"the report is made",
		);
		await bodyOf(await ada.call("shareReport", { params, body: { days: 1 } }), 201);
		return receipt.reportId;
	};
	const reports = [await report(), await report()];
	// One of a client, and one from before reports had a client.
	await pool.query("UPDATE account_reports SET client_id = CASE WHEN id = $1 THEN $2::uuid END WHERE id = ANY ($3)", [
		reports[0],
		id,
		reports,
	]);

	const evidence = await addEvidence(server, ada, { about: [{ type: "asset", id: host }] }, { [CLIENT]: id });

	await pool.query(
		"INSERT INTO sealed_files (workspace_id, sealed_sha256, sealed_size, sha256) VALUES ($1, $2, 300, decode($3, 'hex'))",
		[ada.workspaceId, randomBytes(32), evidence.sha256],
	);
	const { rows: files } = await pool.query<{ pieces: string }>(
		"SELECT pieces_id AS pieces FROM files WHERE encode(sha256, 'hex') = ANY ($1)",
		[[evidence.sha256, evidence.thumbnail]],
	);

	const controls = await fillControls(server, ada, { id, host, scanId: first, evidenceId: evidence.id });

	await ada.member("guest", id);
	await pool.query(
		`INSERT INTO invitations (id, workspace_id, client_id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
		 VALUES (gen_random_uuid(), $1, $2, 'g@example.org', 'g@example.org', 'guest', $3, $1, now(), now() + interval '7 days')`,
		[ada.workspaceId, id, randomBytes(32)],
	);
	await pool.query(
		`INSERT INTO finding_days_of_clients (account_id, client_id, day, high, medium, low, none)
		 VALUES ($1, $2, current_date - 3, 1, 0, 1, 0)
		 ON CONFLICT DO NOTHING`,
		[ada.workspaceId, id],
	);
	return {
		id,
		host,
		marks: [
			evidence.id,
			evidence.sha256,
			evidence.thumbnail,
			...files.map(({ pieces }) => pieces),
			...controls,
			id,
			host,
			name,
			first,
			second,
			schedule.id,
			...reports,
			...seen.map((one) => one.fingerprint),
		],
	};
}

/** Frameworks, controls, runs, tasks and entries. Returns the ids of its rows. */
async function fillControls(
	server: TestServer,
	ada: Consultancy,
	{ id, host, scanId, evidenceId }: { id: ClientId; host: string; scanId: string; evidenceId: string },
): Promise<string[]> {
	const headers = { [CLIENT]: id };
	const control = await addControl(ada, [scanSpec(), CHECKLIST], { headers });
	const [scan, list] = control.tests.map((test) => test.id);
	const saidAt = new Date().toISOString();
	await say(ada, "changeControl", { controlId: control.id, change: { note: "Looked at." }, saidAt }, headers);
	const runId = randomUUID();
	const run = { id: runId, testId: list, saidAt, outcome: { answers: ["no", "yes"] }, note: "It is open." };
	await say(ada, "addTestRun", run, headers);
	const taskId = randomUUID();
	await say(ada, "addTask", { id: taskId, title: "Lock it", note: "", controls: [control.id] }, headers);
	const link = { framework: "soc-2", requirementId: "CC6.1", linked: true };
	await bodyOf(await ada.call("linkRequirement", { params: { controlId: control.id }, body: link, headers }), 200);
	const { pool } = server.database;
	const values = [ada.workspaceId, id];
	for (const statement of [
		"INSERT INTO framework_choices (workspace_id, client_id, framework, chosen_at) VALUES ($1, $2, 'soc-2', now())",
		`INSERT INTO requirement_decisions (workspace_id, client_id, framework, requirement_id, state, reasons, justification, said_at, said_by, said_by_name)
		 VALUES ($1, $2, 'soc-2', 'CC6.1', 'applicable', '{law,risk}', '', now(), $1, 'Ada')`,
		`INSERT INTO statement_approvals (workspace_id, client_id, framework, version, approved_at, approved_by, approved_by_name, basis)
		 VALUES ($1, $2, 'soc-2', 1, now(), $1, 'Ada',
		   '{"CC6.1": {"state": "applicable", "reasons": ["law", "risk"], "justification": "", "controls": ["VM-01"]}}')`,
		`INSERT INTO bundle_links (id, workspace_id, client_id, framework, from_day, to_day, token_hash, auditor, created_at, created_by, ends_on)
		 VALUES (gen_random_uuid(), $1, $2, 'soc-2', current_date, current_date, sha256($2::uuid::text::bytea), 'An auditor', now(), $1, current_date)`,
		`INSERT INTO api_tokens (id, workspace_id, account_id, client_id, name, prefix, token_hash, scopes, created_at, ends_on)
		 VALUES (gen_random_uuid(), $1, $1, $2, 'CI', 'plb_1234', sha256($2::uuid::text::bytea), '{scans:read}', now(), current_date)`,
	]) {
		await pool.query(statement, values);
	}
	await pool.query(
		`INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, host, at, window_from, window_to, result, reason,
		   expires_on, scan_id, evidence_id)
		 VALUES ($1, $2, gen_random_uuid(), $3, $4, $5, now(), now(), now(), 'failed', '', current_date, $6, $7)`,
		[...values, control.id, scan, host, scanId, evidenceId],
	);
	await pool.query(
		`WITH added AS (
		   INSERT INTO webhooks (id, workspace_id, client_id, url, events, secret, created_at)
		   VALUES (gen_random_uuid(), $1, $2, 'https://hooks.invalid', '{task.due}', sha256('x'), now()) RETURNING id)
		 INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, client_id, type, key, at, data, path, state, next_at)
		 SELECT gen_random_uuid(), id, $1, $2, 'task.due', 'due', now(), '{}', '/dashboard', 'dead', now() FROM added`,
		values,
	);
	await pool.query(
		`WITH added AS (
		   INSERT INTO trackers (id, workspace_id, client_id, name, system, url, project, token, created_at)
		   VALUES (gen_random_uuid(), $1, $2, 'Web', 'github', 'https://tracker.invalid', 'acme/web', sha256('x'), now()) RETURNING id)
		 INSERT INTO tickets (id, workspace_id, client_id, tracker_id, task_id, turned_at, created_at)
		 SELECT gen_random_uuid(), $1, $2, id, $3, now(), now() FROM added`,
		[...values, taskId],
	);
	await pool.query(
		"INSERT INTO announced_standings (workspace_id, client_id, control_id, standing) VALUES ($1, $2, $3, 'none-seen')",
		[...values, control.id],
	);
	const assessment = await fillAssessment(ada, headers, evidenceId);
	return [
		control.id,
		...control.tests.map((test) => test.id),
		runId,
		taskId,
		...(await fillQuestionnaires(ada, headers)),
		...assessment,
		...(await fillRespondent(pool, [ada.workspaceId, id], assessment[0])),
	];
}

/** A person who answers an assessment through a link, with a code, a session and a section that was sent. Returns its id. */
async function fillRespondent(
	pool: TestServer["database"]["pool"],
	[workspaceId, clientId]: [string, string],
	assessmentId: string | undefined,
): Promise<string[]> {
	const id = randomUUID();
	await pool.query(
		`INSERT INTO respondents (workspace_id, client_id, id, assessment_id, name, email, sections, created_at, created_by, ends_on)
		 VALUES ($1, $2, $3, $4, 'Grace', 'grace@example.net', '{service}', now(), $1, current_date + 30)`,
		[workspaceId, clientId, id, assessmentId],
	);
	for (const statement of [
		"INSERT INTO respondent_codes (workspace_id, respondent_id, code_hash, expires_at) VALUES ($1, $2, '', now() + interval '1 hour')",
		"INSERT INTO respondent_sessions (workspace_id, respondent_id, token_hash, created_at) VALUES ($1, $2, sha256($2::uuid::text::bytea), now())",
		"INSERT INTO respondent_parts (workspace_id, respondent_id, section, sent_at) VALUES ($1, $2, 'service', now())",
	]) {
		await pool.query(statement, [workspaceId, id]);
	}
	return [id];
}

/** A customer's questionnaire with a confirmed answer from the library. Returns the ids of its rows. */
async function fillQuestionnaires(ada: Consultancy, headers: Record<string, string>): Promise<string[]> {
	const question = "How often do you test restoring backups?";
	const libraryId = await approve(ada, { question, answer: "Every month.", tags: ["Backup"] }, { headers });
	const { id } = await addQuestionnaire(ada, {
		file: csvOf(question, "Which color is the company car?"),
		customer: "A bank",
		headers,
	});
	const detail = await readQuestionnaire(ada, id, headers);
	const { mark } = proposalOf(detail, question);
	const questionId = questionOf(detail, question).id;
	await sayAnswers(ada, id, [{ questionId, said: { type: "confirm", mark } }], { headers });
	return [libraryId, id];
}
