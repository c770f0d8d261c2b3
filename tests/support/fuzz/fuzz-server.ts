import { createHash } from "node:crypto";
import { Socket } from "node:net";
import pino from "pino";
import { SIGN_ON_CALLBACK } from "#contract/routes.ts";
import { proofText } from "#server/platform/outgoing/look-for-record.ts";
import type { RunContext } from "#server/scanning/engines/engine.ts";
import { afterFile } from "../after-file.ts";
import { findingOf, ranWith } from "../engines/found.ts";
import { createAccount, postJson, type TestAccount } from "../server/accounts.ts";
import { apiClient, asAccount } from "../server/api-client.ts";
import { createTestDatabase } from "../server/database.ts";
import { quickPasswords } from "../server/quick-passwords.ts";
import { startTestServer, type TestServer } from "../server/test-server.ts";
import { startProvider } from "../sign-on/provider.ts";
import { until } from "../until.ts";
import { addCompany } from "./add-company.ts";
import { pngFile } from "./pictures.ts";

const MANY = "1000000";

/** An account with some of everything that accounts can have, all of it containing `marker`. */
export type Owner = TestAccount & { marker: string };

/** The ids of what an account has, by the names of the parameters that take them. */
export type Ids = Record<string, string[]>;

/** `issuer`: the issuer of a provider beside it that its workspaces can use. */
export type FuzzServer = TestServer & { complaints: string[]; issuer: string };

/**
 * A server for requests of any kind. `complaints`: what it logged as an error, and connections that it tried to make to other machines,
 * all of which are blocked.
 */
export async function startFuzzServer(): Promise<FuzzServer> {
	const complaints: string[] = [];
	stayHere((address) => complaints.push(`a connection to ${address}`));
	const log = pino(
		{ level: "error", serializers: { error: (error) => (error instanceof Error ? String(error.stack) : error) } },
		{ write: (line: string) => complaints.push(line) },
	);
	const database = await createTestDatabase();
	const server = await startTestServer({
		database,
		env: {
			SIGN_ON_ALLOW: "127.0.0.1",
			LIMIT_PER_ADDRESS: MANY,
			LIMIT_PER_ACCOUNT: MANY,
			LIMIT_PER_EMAIL: MANY,
			LIMIT_PER_TARGET: MANY,
			LIMIT_SIGN_IN: MANY,
			LIMIT_ACCOUNT_CALLS: MANY,
			// Those that have to be running continue for as long as the tests take.
			SCAN_TIME_LIMIT: "3600",
		},
		parts: {
			log,
			passwords: quickPasswords(),
			// The account that added a host last owns it.
			async fetchFile({ host }) {
				const claims = "SELECT token FROM target_claims WHERE host = $1 ORDER BY created_at DESC LIMIT 1";
				const { rows } = await database.pool.query(claims, [host]);
				return rows[0] && proofText(rows[0].token);
			},
		},
	});
	for (const engine of Object.values(server.engines)) {
		engine.run = async ({ target }: Pick<RunContext, "target">) =>
			ranWith([findingOf({ host: target.target.host, engine: engine.kind })]);
	}
	// Some scans have to be running, to be canceled.
	server.engines.sslyze.run = ({ signal }) =>
		new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
	const provider = await startProvider({ redirectUri: `${server.publicUrl}${SIGN_ON_CALLBACK}` });
	afterFile(provider.close);
	return { ...server, complaints, issuer: provider.issuer };
}

const HERE = /^(?:127\.|::1$|localhost$|\/)/;

/** Where the test kit's names lead. The guard may allow a push message there; this test stops it. */
const RESOLVED = "93.184.215.";

/** Until the end of the file, makes every connection to another machine fail, and reports those to addresses that no guard has allowed. */
function stayHere(report: (address: string) => void): void {
	const { connect } = Socket.prototype;
	Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
		const [options] = given.flat() as [{ host?: string; path?: string }];
		const address = options.path ?? options.host ?? "localhost";
		if (HERE.test(address)) return Reflect.apply(connect, this, given);
		if (!address.startsWith(RESOLVED)) report(address);
		// Later, as a real failure would come: a request has no listener on its socket yet.
		setImmediate(() => this.destroy(new Error("This test makes no connections to other machines.")));
		return this;
	} as typeof connect;
	afterFile(async () => {
		Socket.prototype.connect = connect;
	});
}

/** A host that belongs to an account and that others may type too. */
export const ownHost = (name: string) => `own-${name}.example.com`;

/** Registers an account that has some of everything. */
export async function createOwner(server: FuzzServer, name: string, password: string): Promise<Owner> {
	const marker = `marker-${name}-${crypto.randomUUID().slice(0, 8)}`;
	// Others may type the address, so the marker is not in it.
	const account = await createAccount(server, { email: `${name}-${crypto.randomUUID()}@example.org`, password });
	const call = apiClient(server.url, asAccount(account));
	const host = `${marker}.example.com`;
	const done = async (answer: Promise<Response>) => {
		const response = await answer;
		if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
		return response.status === 204 ? undefined : response.json();
	};
	await addCompany(server, call, { name, issuer: server.issuer });
	const labels = { client: marker, note: marker };
	await done(call("changeProfile", { body: { firstName: marker, company: marker } }));
	await done(call("startCombinedScan", { body: { target: host, email: account.email, ...labels } }));
	const overview = async () => (await call("scansOverview")).json();
	await until(async () => (await overview()).completed === 1, "the scan has ended");
	await addRawOutput(server, account);
	const { id: targetId } = await done(call("claimTarget", { body: { host: ownHost(name) } }));
	await done(call("verifyTarget", { params: { targetId } }));
	await addOpenScan(server, account);
	await done(
		call("createSchedule", {
			body: {
				name: marker,
				request: { kind: "combined", body: { target: host } },
				timeZone: "UTC",
				recurrence: { type: "cron", expression: "0 0 1 1 *" },
				overlap: "skip",
				digest: false,
			},
		}),
	);
	const { receipt } = await done(
		call("requestReport", { body: { template: "executive-summary", hosts: [], clients: [] } }),
	);
	const params = { reportId: receipt.reportId };
	const isMade = async () => (await (await call("readReport", { params })).json()).report.status === "completed";
	await until(isMade, "the report is made");
	await done(call("shareReport", { params, body: { days: 1 } }));
	return { ...account, marker };
}

/** Gives each scan of an account an output of its tool. */
export async function addRawOutput({ database }: TestServer, { accountId }: TestAccount): Promise<void> {
	await database.pool.query(
		`INSERT INTO scan_raw (scan_id, name, media_type, content)
		 SELECT id, 'tool.xml', 'text/xml', 'x' FROM scans WHERE owner = $1 ON CONFLICT DO NOTHING`,
		[accountId],
	);
}

/** Makes sure that an account has a scan that can be canceled: others may have ended, canceled or deleted its previous one. */
export async function addOpenScan({ url }: TestServer, account: TestAccount): Promise<void> {
	const call = apiClient(url, asAccount(account));
	const { scans } = await (await call("listScans", { query: { limit: "100" } })).json();
	if (scans.some(isOpen)) return;
	const started = await call("startSslyzeScan", { body: { target: "open.example.com:443" } });
	if (started.status !== 202) throw new Error(`No scan can be started: ${await started.text()}`);
}

type ListedFinding = { fingerprint: string; location: { host: string } };

/** Those of the account's own scan come first: an account that has lost a host it had to prove cannot test it again. */
const byNeed = (one: ListedFinding, other: ListedFinding) =>
	Number(other.location.host.startsWith("marker-")) - Number(one.location.host.startsWith("marker-"));

type ListedScan = { id: string; status: string };

/**
 * One that can be canceled comes first, then the newest that can be repeated: the oldest one found what can be retested, so it is the
 * last to be deleted. None if that is gone, too.
 */
function scansToName(scans: ListedScan[]): ListedScan[] {
	const completed = scans.filter(({ status }) => status === "completed");
	if (completed.length === 0) return [];
	return [...scans.filter(isOpen).slice(0, 1), ...completed, ...scans.filter(({ status }) => status === "failed")];
}

const isOpen = ({ status }: { status: string }) => status === "pending" || status === "running";

/** A framework that a workspace added. */
const OWN_FRAMEWORK = {
	id: `own-${"0".repeat(25)}`,
	version: "1",
	publisher: "",
	kind: "standard",
	about: "",
	asOf: "2026-11-01",
	source: { title: "A file" },
	units: "requirements",
	notCovered: [],
	requirements: [{ id: "GS-1", title: "One", about: "" }],
};

/** Gives an account a piece of evidence with a file, and an unfinished upload. */
export async function addEvidence({ database: { pool } }: TestServer, { accountId }: TestAccount): Promise<void> {
	const [piecesId, evidenceId] = [crypto.randomUUID(), crypto.randomUUID()];
	const bytes = Buffer.from(evidenceId);
	const sha256 = createHash("sha256").update(bytes).digest();
	for (const [statement, ...values] of [
		[
			"INSERT INTO files (workspace_id, sha256, size, type, pieces_id, created_at) VALUES ($1, $2, $3, 'text/plain', $4, now())",
			sha256,
			bytes.length,
			piecesId,
		],
		["INSERT INTO file_pieces (workspace_id, pieces_id, begins_at, bytes) VALUES ($1, $2, 0, $3)", piecesId, bytes],
		[
			`INSERT INTO evidence (id, workspace_id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device)
			 VALUES ($2, $1, $1, 'A door', '', now(), now(), $1, '', '')`,
			evidenceId,
		],
		[
			"INSERT INTO evidence_files (workspace_id, evidence_id, no, sha256, name) VALUES ($1, $2, 0, $3, 'a.txt')",
			evidenceId,
			sha256,
		],
		[
			`INSERT INTO uploads (id, workspace_id, account_id, sha256, size, type, created_at, expires_at)
			 VALUES (gen_random_uuid(), $1, $1, $2, 9, 'text/plain', now(), now() + interval '1 day')`,
			sha256,
		],
	] as const) {
		await pool.query(statement, [accountId, ...values]);
	}
}

/** Gives an account a control with a checklist, a task about it, and a link for an auditor. Their texts contain the marker. */
export async function addControls({ database: { pool } }: TestServer, { accountId, marker }: Owner): Promise<void> {
	const [controlId, testId, taskId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
	for (const [statement, ...values] of [
		["DELETE FROM controls WHERE workspace_id = $1"],
		["DELETE FROM tasks WHERE workspace_id = $1"],
		[
			`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, created_at)
			 VALUES ($1, $1, $2, $3, $3, $3, 'technical', now())`,
			controlId,
			marker.slice(0, 20),
		],
		[
			`INSERT INTO control_tests (workspace_id, id, control_id, title, kind, spec, every_days, created_at)
			 VALUES ($1, $2, $3, $4, 'checklist', '{"kind": "checklist", "questions": ["Is it there?"]}', 7, now())`,
			testId,
			controlId,
			marker,
		],
		[
			"INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, created_at) VALUES ($1, $1, $2, $3, 'person', now())",
			taskId,
			marker,
		],
		["INSERT INTO task_controls (workspace_id, task_id, control_id) VALUES ($1, $2, $3)", taskId, controlId],
		[
			`INSERT INTO own_frameworks (workspace_id, id, pack, links, added_at) VALUES ($1, $2, $3, '[]', now())
			 ON CONFLICT (workspace_id, id) DO UPDATE SET deleted_at = NULL`,
			OWN_FRAMEWORK.id,
			JSON.stringify({ ...OWN_FRAMEWORK, name: marker.slice(0, 60) }),
		],
		// A client can have only so many that work, and each operation starts with this.
		["DELETE FROM bundle_links WHERE workspace_id = $1"],
		[
			`INSERT INTO bundle_links (id, workspace_id, client_id, framework, from_day, to_day, token_hash, auditor, created_at, created_by, ends_on)
			 VALUES (gen_random_uuid(), $1, $1, 'soc-2', current_date, current_date, sha256($2), 'An auditor', now(), $1, current_date)`,
			Buffer.from(taskId),
		],
	] as [string, ...unknown[]][]) {
		await pool.query(statement, [accountId, ...values]);
	}
}

/** Gives an account a customer's questionnaire with a question, and an approved answer. Their texts contain the marker. */
export async function addQuestionnaires(
	{ database: { pool } }: TestServer,
	{ accountId, marker }: Owner,
): Promise<void> {
	const content = Buffer.from("Question,Answer\r\nIs it there?,\r\n");
	for (const [statement, ...values] of [
		["DELETE FROM questionnaires WHERE workspace_id = $1"],
		[
			`WITH added AS (
			   INSERT INTO questionnaires (workspace_id, client_id, id, title, customer, file_name, file_type, sha256, size, matched_at,
			     uploaded_at, uploaded_by, uploaded_by_name)
			   VALUES ($1, $1, gen_random_uuid(), $2, $2, 'a.csv', 'csv', sha256($3), length($3), now(), now(), $1, $2) RETURNING id),
			 file AS (INSERT INTO questionnaire_files (workspace_id, questionnaire_id, content) SELECT $1, id, $3 FROM added)
			 INSERT INTO questionnaire_questions (workspace_id, questionnaire_id, id, no, place, section, text, standing, state)
			 SELECT $1, id, '2', 0, 'Row 2', '', 'Is it there?', '', 'needs-person' FROM added`,
			marker,
			content,
		],
		["DELETE FROM library_answers WHERE workspace_id = $1"],
		[
			`INSERT INTO library_answers (workspace_id, client_id, id, question, answer, approved_at, approved_by, approved_by_name, expires_on)
			 VALUES ($1, $1, gen_random_uuid(), $2, $2, now(), $1, $2, current_date + 9)`,
			marker,
		],
	] as [string, ...unknown[]][]) {
		await pool.query(statement, [accountId, ...values]);
	}
}

/** Gives an account's workspace another member, an invitation and a logo, and restores the account's own membership if it lost that. */
export async function addPeople(server: TestServer, { accountId }: TestAccount): Promise<void> {
	const { pool } = server.database;
	const join = (id: string, role: string) =>
		pool.query(
			`INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, $3)
			 ON CONFLICT (workspace_id, account_id) DO UPDATE SET role = $3, client_id = NULL, ends_on = NULL`,
			[accountId, id, role],
		);
	await join(accountId, "owner");
	const others = "SELECT 1 FROM memberships WHERE workspace_id = $1 AND account_id <> $1 AND role <> 'owner'";
	if ((await pool.query(others, [accountId])).rowCount === 0)
		await join((await createAccount(server)).accountId, "auditor");
	await pool.query("UPDATE workspaces SET logo = $2, logo_type = 'image/png' WHERE id = $1", [
		accountId,
		pngFile(2, 3),
	]);
	const email = `invited-${crypto.randomUUID()}@example.org`;
	await pool.query(
		`INSERT INTO invitations (id, workspace_id, email, email_key, role, invited_by, created_at, expires_at)
		 VALUES (gen_random_uuid(), $1, $2, $2, 'auditor', $1, now(), now() + interval '7 days')`,
		[accountId, email],
	);
}

/** Gives an account a webhook with a message that was given up. */
export async function addWebhooks({ database: { pool } }: TestServer, { accountId, marker }: Owner): Promise<void> {
	await pool.query("DELETE FROM webhooks WHERE workspace_id = $1", [accountId]);
	await pool.query(
		`WITH added AS (
		   INSERT INTO webhooks (id, workspace_id, url, description, events, secret, made_by, created_at)
		   VALUES ($2, $1, 'https://hooks.invalid', $3, '{task.due}', sha256('x'), $1, now()) RETURNING id)
		 INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, client_id, type, key, at, data, path, state, attempts, next_at, answer)
		 SELECT id, id, $1, $1, 'task.due', 'due', now(), '{}', '/dashboard', 'dead', 8, now(), $3 FROM added`,
		[accountId, crypto.randomUUID(), marker],
	);
}

/** Gives an account a tracker, with a ticket that was given up for one of its tasks. */
export async function addTrackers({ database: { pool } }: TestServer, { accountId, marker }: Owner): Promise<void> {
	await pool.query("DELETE FROM trackers WHERE workspace_id = $1", [accountId]);
	await pool.query(
		`WITH added AS (
		   INSERT INTO trackers (id, workspace_id, name, system, url, project, token, made_by, created_at)
		   VALUES ($2, $1, $3, 'github', 'https://tracker.invalid', 'acme/web', sha256('x'), $1, now()) RETURNING id)
		 INSERT INTO tickets (id, workspace_id, client_id, tracker_id, task_id, turned_at, problem, detail, created_at)
		 SELECT added.id, $1, $1, added.id, tasks.id, now(), 'forbidden', $3, now()
		 FROM added, (SELECT id FROM tasks WHERE workspace_id = $1 AND client_id = $1 LIMIT 1) AS tasks`,
		[accountId, crypto.randomUUID(), marker],
	);
}

/** What an account has now. */
export async function idsOf(server: TestServer, account: TestAccount): Promise<Ids> {
	const call = apiClient(server.url, asAccount(account));
	const read = async (answer: Promise<Response>) => (await answer).json();
	const [
		{ scans },
		{ schedules },
		{ targets },
		{ reports },
		{ sessions },
		{ findings },
		{ assets },
		people,
		{ clients },
		{ evidence },
		{ controls },
		{ tasks },
		{ assessments },
		{ questionnaires },
		{ domains },
	] = await Promise.all([
		read(call("listScans", { query: { limit: "100" } })),
		read(call("listSchedules")),
		read(call("listTargets")),
		read(call("listReports")),
		read(call("listSessions")),
		read(call("listFindings")),
		read(call("listAssets")),
		read(call("listMembers")),
		read(call("clientsOverview")),
		read(call("listEvidence")),
		read(call("listControls")),
		read(call("listTasks")),
		read(call("listAssessments")),
		read(call("listQuestionnaires")),
		read(call("readSignOn")),
	]);
	const idOf = ({ id }: { id: string }) => id;
	const [reportId] = reports.map(idOf);
	const { shares = [] } = reportId ? await read(call("readReport", { params: { reportId } })) : {};
	const { rows: uploads } = await server.database.pool.query<{ id: string }>(
		"SELECT id FROM uploads WHERE account_id = $1 AND finished_at IS NULL",
		[account.accountId],
	);
	const { rows: tests } = await server.database.pool.query<{ id: string }>(
		"SELECT id FROM control_tests WHERE workspace_id = $1 ORDER BY created_at",
		[account.accountId],
	);
	const { rows: links } = await server.database.pool.query<{ id: string }>(
		"SELECT id FROM bundle_links WHERE workspace_id = $1 ORDER BY created_at DESC",
		[account.accountId],
	);
	const { rows: own } = await server.database.pool.query<{ id: string }>(
		"SELECT id FROM own_frameworks WHERE workspace_id = $1 AND deleted_at IS NULL",
		[account.accountId],
	);
	const { rows: webhooks } = await server.database.pool.query<{ id: string }>(
		"SELECT id FROM webhooks WHERE workspace_id = $1 AND description <> '' ORDER BY created_at",
		[account.accountId],
	);
	const { rows: trackers } = await server.database.pool.query<{ id: string }>(
		"SELECT id FROM trackers WHERE workspace_id = $1 ORDER BY created_at",
		[account.accountId],
	);
	return {
		trackerId: trackers.map(idOf),
		// Those from `addTrackers` have the ids of their trackers.
		ticketId: trackers.map(idOf),
		frameworkId: ["soc-2"],
		ownFrameworkId: own.map(idOf),
		model: ["assessment-results"],
		linkId: links.map(idOf),
		webhookId: webhooks.map(idOf),
		// Those from `addWebhooks` have the ids of their webhooks.
		deliveryId: webhooks.map(idOf),
		controlId: controls.map(idOf).slice(0, 1),
		testId: tests.map(idOf).slice(0, 1),
		taskId: tasks.map(idOf),
		assessmentId: assessments.map(idOf),
		// Those from `addAssessment` have the ids of their assessments.
		respondentId: assessments.map(idOf),
		templateId: ["small", "vendor"],
		questionnaireId: questionnaires.map(idOf),
		evidenceId: evidence.map(idOf),
		sha256: evidence.flatMap(({ files }: { files: { sha256: string }[] }) => files.map(({ sha256 }) => sha256)),
		uploadId: uploads.map(idOf),
		scanId: scansToName(scans).map(idOf),
		name: ["tool.xml"],
		format: ["html", "pdf"],
		scheduleId: schedules.map(idOf),
		targetId: targets.map(idOf),
		reportId: reports.map(idOf),
		shareId: shares.map(idOf),
		sessionId: sessions.map(idOf),
		fingerprint: findings.toSorted(byNeed).map(({ fingerprint }: ListedFinding) => fingerprint),
		// Those who can be removed come first.
		accountId: people.members.map(({ accountId }: { accountId: string }) => accountId).reverse(),
		invitationId: people.invitations.map(idOf),
		host: assets.map(({ host }: { host: string }) => host),
		domain: domains.map(({ domain }: { domain: string }) => domain),
		clientId: clients.map(({ client }: { client: { id: string } }) => client.id),
	};
}

/** Signs in again. */
export async function signInAgain(server: TestServer, { email, password }: TestAccount): Promise<string | undefined> {
	const response = await postJson(server.url, "accounts/token/", { email, password });
	return response.status === 204
		? response.headers
				.getSetCookie()
				.map((cookie) => cookie.split(";")[0])
				.join("; ")
		: undefined;
}
