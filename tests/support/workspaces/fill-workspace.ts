import { createHash, randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import type { OwnFrameworkId } from "#contract/frameworks/pack.ts";
import { type AccountId, accountId, type ClientId, clientId, ownWorkspace, type WorkspaceId } from "#contract/ids.ts";
import { REPORT_FORMATS } from "#contract/reports/reports.ts";
import { newSigningKey } from "#server/assurance/frameworks/bundle/signing-key.ts";
import { newOwnId } from "#server/assurance/packs/own-id.ts";
import { insertOwnFramework, type OwnFramework } from "#server/assurance/packs/store/own-frameworks.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { SMALL } from "../assessments/small-template.ts";
import { findingOf } from "../engines/found.ts";
import { fillAssessment } from "./fill-assessment.ts";
import { fillSignOn } from "./fill-sign-on.ts";
import { fillTickets } from "./fill-tickets.ts";
import { fillWebhooks } from "./fill-webhooks.ts";

/** An account that is signed in and has a passkey. Its token can be made to work again after it has ended (`signIn`). */
export type Person = { accountId: AccountId; email: string; sessionId: string; token: string; passkeyId: string };

/** What a client has: the ids of one thing of each sort. Every text contains `marker`. */
export type FilledClient = {
	marker: string;
	clientId: ClientId;
	clientName: string;
	host: string;
	/** A finished one, with a file of its tool. */
	scanId: string;
	runningScanId: string;
	fingerprint: string;
	title: string;
	targetId: string;
	scheduleId: string;
	reportId: string;
	shareId: string;
	shareToken: string;
	invitationId: string;
	evidenceId: string;
	/** Of the evidence's file, in hex. */
	sha256: string;
	/** An unfinished one. */
	uploadId: string;
	controlId: string;
	/** A checklist of the control. */
	testId: string;
	taskId: string;
	assessmentId: string;
	respondentId: string;
	questionnaireId: string;
	/** Its workspace's. */
	ownFrameworkId: string;
	bundleLinkId: string;
	/** Of an earlier key of its workspace. */
	bundleKeyId: string;
	/** Of an API token for just this client. */
	tokenId: string;
	/** For just this client, with one message. */
	webhookId: string;
	deliveryId: string;
	/** For just this client, with one ticket for its task. */
	trackerId: string;
	ticketId: string;
	/** A member who sees only this client. */
	guestId: AccountId;
	guestEmail: string;
};

export type FilledWorkspace = {
	marker: string;
	workspaceId: WorkspaceId;
	owner: Person;
	/** A member besides the owner. */
	member: Person;
	clients: [FilledClient, FilledClient];
};

/** An account with a session, as registration, confirmation and sign-in leave them. */
export async function createPerson(pool: pg.Pool, name: string, passwordHash: string): Promise<Person> {
	const id = accountId.parse(randomUUID());
	const email = `${name}-${id.slice(0, 8)}@example.org`;
	await pool.query(
		`INSERT INTO accounts (id, email, email_key, email_confirmed_at, password_hash, first_name, last_name, company, created_at)
		 VALUES ($1, $2, $2, now(), $3, $4, 'Person', $4, now())`,
		[id, email, passwordHash, name],
	);
	const person = { accountId: id, email, sessionId: randomUUID(), token: newToken(), passkeyId: randomUUID() };
	await pool.query("INSERT INTO passkey_users (account_id, user_handle) VALUES ($1, $2)", [id, randomBytes(64)]);
	await pool.query(
		`INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, syncable, synced, name, created_at)
		 VALUES ($1, $2, $3, '', 0, '{}', true, true, $4, now())`,
		[person.passkeyId, id, randomBytes(32), name],
	);
	await signIn(pool, person);
	return person;
}

/** Starts the person's session, if it has ended. */
export async function signIn(pool: pg.Pool, { accountId, sessionId, token }: Person): Promise<void> {
	await pool.query(
		`INSERT INTO sessions (id, token_hash, account_id, device, remembered, created_at, last_seen_at)
		 VALUES ($1, $2, $3, 'A phone', true, now(), now()) ON CONFLICT DO NOTHING`,
		[sessionId, tokenHash(token), accountId],
	);
}

/** A framework that a workspace added, with one requirement. */
const packCalled = (name: string, id: OwnFrameworkId): OwnFramework["pack"] => ({
	id,
	name,
	version: "1",
	publisher: name,
	kind: "standard",
	about: "",
	asOf: "2026-11-01",
	source: { title: name },
	units: "requirements",
	notCovered: [],
	requirements: [{ id: "CC6.1", title: name, about: "" }],
});

/** A consultancy with a logo and two clients, each of which has one of everything. */
export async function fillWorkspace(pool: pg.Pool, marker: string, passwordHash: string): Promise<FilledWorkspace> {
	const owner = await createPerson(pool, `${marker}-owner`, passwordHash);
	const member = await createPerson(pool, `${marker}-member`, passwordHash);
	const workspaceId = ownWorkspace(owner.accountId);
	await pool.query(
		"UPDATE workspaces SET name = $2, kind = 'consultancy', logo = $3, logo_type = 'image/png' WHERE id = $1",
		[workspaceId, marker, Buffer.from(marker)],
	);
	await pool.query("INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'manager')", [
		workspaceId,
		member.accountId,
	]);
	await pool.query(
		"INSERT INTO finding_days (account_id, day, high, medium, low, none) VALUES ($1, current_date, 7, 7, 7, 7)",
		[workspaceId],
	);
	await pool.query(
		`INSERT INTO framework_catalogs (workspace_id, framework, title, version, loaded_at, sha256)
		 VALUES ($1, 'soc-2', $2, '1', now(), sha256('x'))`,
		[workspaceId, marker],
	);
	await pool.query(
		`INSERT INTO catalog_texts (workspace_id, framework, requirement_id, title, text) VALUES ($1, 'soc-2', 'CC6.1', $2, $2)`,
		[workspaceId, marker],
	);
	const added = new Date("2026-11-01T00:00:00Z");
	const ownFrameworkId = newOwnId(added);
	await insertOwnFramework(pool, { workspaceId }, { pack: packCalled(marker, ownFrameworkId), links: [] }, added);
	await pool.query(
		`INSERT INTO bundle_keys (id, workspace_id, public_key, private_key, created_at)
		 VALUES (gen_random_uuid(), $1, $2, $2, now())`,
		[workspaceId, newSigningKey().publicKey],
	);
	await pool.query(
		"INSERT INTO assessment_templates (workspace_id, id, version, template, loaded_at) VALUES ($1, $2, 1, $3, now())",
		[workspaceId, marker, JSON.stringify({ ...SMALL, id: marker, title: marker })],
	);
	await fillSignOn(pool, workspaceId, owner.accountId, marker);
	const clients: FilledWorkspace["clients"] = [
		await fillClient(pool, workspaceId, owner.accountId, { marker: `${marker}-one`, ownFrameworkId }),
		await fillClient(pool, workspaceId, owner.accountId, { marker: `${marker}-two`, ownFrameworkId }),
	];
	return { marker, workspaceId, owner, member, clients };
}

export type Insert = (table: string, row: Record<string, unknown>) => Promise<unknown>;

/** A framework with its official words, a decision, and a control with a test, a run, a task and an entry. */
async function fillControls(
	insert: Insert,
	{ workspaceId, by, filled }: { workspaceId: WorkspaceId; by: AccountId; filled: FilledClient },
): Promise<void> {
	const { marker, clientId, host, scanId, evidenceId, controlId, testId, taskId } = filled;
	const at = new Date().toISOString();
	const of = { workspace_id: workspaceId, client_id: clientId };
	const requirement = { framework: "soc-2", requirement_id: "CC6.1" };
	const said = { said_at: at, said_by: by, said_by_name: marker };
	await insert("framework_choices", { ...of, framework: "soc-2", chosen_at: at });
	await insert("requirement_decisions", { ...of, ...requirement, ...said, state: "applicable", justification: marker });
	await insert("controls", {
		...of,
		id: controlId,
		code: marker,
		title: marker,
		objective: marker,
		kind: "technical",
		owner: by,
		created_at: at,
	});
	const ofControl = { workspace_id: workspaceId, control_id: controlId };
	await insert("control_requirements", { ...ofControl, ...requirement, source: "catalog" });
	const spec = { kind: "checklist", questions: [marker] };
	const test = { title: marker, kind: "checklist", spec, every_days: 7, created_at: at };
	await insert("control_tests", { ...ofControl, ...test, id: testId });
	const run = { at, result: "failed", host };
	const runId = randomUUID();
	await insert("test_runs", {
		...of,
		...run,
		id: runId,
		control_id: controlId,
		test_id: testId,
		window_from: at,
		window_to: at,
		reason: marker,
		expires_on: at,
		scan_id: scanId,
		evidence_id: evidenceId,
	});
	await insert("newest_runs", { ...of, ...run, control_id: controlId, test_id: testId, run_id: runId });
	await insert("tasks", { ...of, id: taskId, title: marker, cause_type: "person", owner: by, created_at: at });
	await insert("task_controls", { ...ofControl, task_id: taskId });
	await insert("bundle_links", {
		...of,
		id: filled.bundleLinkId,
		framework: "soc-2",
		from_day: "2026-01-01",
		to_day: "2026-12-31",
		token_hash: randomBytes(32),
		auditor: marker,
		created_at: at,
		created_by: by,
		ends_on: "2099-12-31",
	});
	await insert("bundle_keys", {
		workspace_id: of.workspace_id,
		id: filled.bundleKeyId,
		public_key: newSigningKey().publicKey,
		created_at: at,
		retired_at: at,
	});
	await insert("statement_approvals", {
		...of,
		framework: "soc-2",
		version: 1,
		approved_at: at,
		approved_by: by,
		approved_by_name: marker,
		note: marker,
		basis: "{}",
	});
	await insert("said_words", {
		...of,
		...said,
		subject_type: "control",
		subject_id: controlId,
		field: "note",
		value: JSON.stringify(marker),
		shown: marker,
		received_at: at,
		counted: true,
	});
}

/** A customer's questionnaire with a question, which an answer in the library answers, and an entry about each. */
async function fillQuestionnaires(
	insert: Insert,
	{ workspaceId, by, filled: { marker, clientId, questionnaireId } }: Parameters<typeof fillControls>[1],
): Promise<void> {
	const at = new Date().toISOString();
	const of = { workspace_id: workspaceId, client_id: clientId };
	const content = Buffer.from(`Question,Answer\r\nIs it ${marker}?,\r\n`);
	await insert("questionnaires", {
		...of,
		id: questionnaireId,
		title: marker,
		customer: marker,
		file_name: `${marker}.csv`,
		file_type: "csv",
		sha256: createHash("sha256").update(content).digest(),
		size: content.length,
		matched_at: at,
		uploaded_at: at,
		uploaded_by: by,
		uploaded_by_name: marker,
	});
	await insert("questionnaire_files", { workspace_id: workspaceId, questionnaire_id: questionnaireId, content });
	const libraryAnswerId = randomUUID();
	await insert("library_answers", {
		...of,
		id: libraryAnswerId,
		question: `Is it ${marker}?`,
		answer: marker,
		approved_at: at,
		approved_by: by,
		approved_by_name: marker,
		expires_on: "2099-12-31",
	});
	await insert("questionnaire_questions", {
		workspace_id: workspaceId,
		questionnaire_id: questionnaireId,
		id: "2",
		no: 0,
		place: "Row 2",
		section: "",
		text: `Is it ${marker}?`,
		standing: "",
		state: "proposed",
		candidates: [libraryAnswerId],
	});
	for (const [subject_type, subject_id] of [
		["questionnaire", questionnaireId],
		["library-answer", libraryAnswerId],
	]) {
		const word = { subject_type, subject_id, field: "2", shown: marker, said_at: at, received_at: at };
		await insert("answer_words", { ...of, ...word, said_by: by, said_by_name: marker, counted: true });
	}
}

async function fillClient(
	pool: pg.Pool,
	workspaceId: WorkspaceId,
	by: AccountId,
	{ marker, ownFrameworkId }: { marker: string; ownFrameworkId: string },
): Promise<FilledClient> {
	const host = `${marker}.example.com`;
	const guest = await createPerson(pool, `${marker}-guest`, "x");
	const title = `What ${marker} has`;
	const finding = findingOf({ host, title, evidence: [{ source: "Answer", text: marker }] });
	const filled: FilledClient = {
		marker,
		clientId: clientId.parse(randomUUID()),
		clientName: `${marker} Limited`,
		host,
		scanId: randomUUID(),
		runningScanId: randomUUID(),
		fingerprint: finding.fingerprint,
		title,
		targetId: randomUUID(),
		scheduleId: randomUUID(),
		reportId: randomUUID(),
		shareId: randomUUID(),
		shareToken: newToken(),
		invitationId: randomUUID(),
		evidenceId: randomUUID(),
		sha256: createHash("sha256").update(marker).digest("hex"),
		uploadId: randomUUID(),
		controlId: randomUUID(),
		testId: randomUUID(),
		taskId: randomUUID(),
		assessmentId: randomUUID(),
		respondentId: randomUUID(),
		questionnaireId: randomUUID(),
		ownFrameworkId,
		bundleLinkId: randomUUID(),
		bundleKeyId: randomUUID(),
		tokenId: randomUUID(),
		webhookId: randomUUID(),
		deliveryId: randomUUID(),
		trackerId: randomUUID(),
		ticketId: randomUUID(),
		guestId: guest.accountId,
		guestEmail: guest.email,
	};
	const at = new Date().toISOString();
	const counts = { high: 0, medium: 1, low: 0, none: 0 };
	const report = {
		target: host,
		startedAt: at,
		finishedAt: at,
		coverage: "full",
		grade: "C",
		counts,
		parts: [{ part: "headers", label: marker, status: "evaluated" }],
		findings: [finding],
		sent: [{ at, what: `GET https://${host}/`, address: "93.184.215.16", outcome: "200" }],
	};
	const request = { kind: "combined", body: { target: host } };
	const insert = (table: string, row: Record<string, unknown>) => {
		const names = Object.keys(row);
		const places = names.map((_, n) => `$${n + 1}`).join(", ");
		return pool.query(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`, Object.values(row));
	};
	const client_id = filled.clientId;
	const account_id = workspaceId;
	const { fingerprint } = filled;
	await insert("clients", {
		id: client_id,
		workspace_id: workspaceId,
		name: filled.clientName,
		code: marker,
		contact: marker,
	});
	await insert("memberships", { workspace_id: workspaceId, account_id: guest.accountId, role: "guest", client_id });
	await insert("api_tokens", {
		id: filled.tokenId,
		workspace_id: workspaceId,
		account_id: by,
		client_id,
		name: marker,
		prefix: "plb_1234",
		token_hash: randomBytes(32),
		scopes: ["scans:read"],
		created_at: at,
		ends_on: at,
	});
	await insert("assets", { account_id, host, client: filled.clientName, client_id });
	await insert("target_claims", {
		id: filled.targetId,
		account_id,
		host,
		includes_subdomains: false,
		token: randomBytes(16).toString("hex"),
		proven_by: "dns",
		proven_at: at,
	});
	// No event stream mistakes them for new.
	const accepted_at = new Date(Date.now() - 3_600_000);
	const scan = {
		owner: workspaceId,
		accepted_at,
		asked_by: by,
		kind: "combined",
		target: host,
		host,
		client: filled.clientName,
		note: marker,
	};
	const asked = { request: { target: host, email: `${marker}@example.org` }, email: `${marker}@example.org` };
	await insert("scans", {
		...scan,
		...asked,
		id: filled.scanId,
		status: "completed",
		coverage: "full",
		started_at: at,
		finished_at: at,
		taken_over_at: at,
		...counts,
	});
	await insert("scans", {
		...scan,
		...asked,
		id: filled.runningScanId,
		status: "running",
		started_at: at,
		heartbeat_at: at,
		worker_id: randomUUID(),
		step: marker,
	});
	await insert("scan_reports", { scan_id: filled.scanId, report });
	await insert("scan_raw", {
		scan_id: filled.scanId,
		name: "tool.xml",
		media_type: "text/xml",
		content: Buffer.from(marker),
	});
	await insert("scan_sent", { scan_id: filled.scanId, sent: JSON.stringify(report.sent) });
	await insert("findings", {
		account_id,
		fingerprint,
		finding,
		severity: "medium",
		engine: finding.engine,
		rule: finding.rule,
		title,
		parameter: "",
		host,
		asset: host,
		scope: host,
		scan_id: filled.scanId,
		first_seen_at: at,
		last_seen_at: at,
		seen_from: at,
	});
	const found = { account_id, fingerprint, scan_id: filled.scanId };
	await insert("finding_changes", { ...found, at, what: "new", severity: "medium" });
	await insert("finding_sightings", { ...found, at, seen: true, severity: "medium", state: "open" });
	await insert("finding_retests", { ...found, asked_at: at, state: "open", severity: "medium" });
	await insert("finding_words", { account_id, fingerprint, state: "open", reason: marker, said_at: at });
	await insert("finding_days_of_clients", { account_id, client_id, day: at, high: 7, medium: 7, low: 7, none: 7 });
	await insert("asset_facts", {
		account_id,
		asset: host,
		scope: host,
		what: "certificate",
		host,
		port: 443,
		detail: "",
		ends_at: new Date(Date.now() + 86_400_000),
		seen_at: at,
	});
	await insert("schedules", {
		id: filled.scheduleId,
		account_id,
		name: marker,
		request,
		recurrence: { type: "cron", expression: "0 0 1 1 *" },
		time_zone: "UTC",
		overlap: "skip",
		digest: false,
		status: "active",
		next_run_at: new Date(Date.now() + 30 * 86_400_000),
		created_at: at,
		created_by_id: by,
		host,
	});
	await insert("schedule_scans", { scan_id: filled.scanId, schedule_id: filled.scheduleId });
	await insert("account_reports", {
		id: filled.reportId,
		account_id,
		template: "vulnerability-assessment",
		name: marker,
		created_by: marker,
		asked_by: by,
		client_id,
		request: { template: "vulnerability-assessment", name: marker, hosts: [host], clients: [] },
		accepted_at: at,
		queued_at: at,
		status: "completed",
		sections: JSON.stringify([{ heading: marker, paragraphs: [marker] }]),
		size: 10,
	});
	for (const format of REPORT_FORMATS) {
		const content = Buffer.from(JSON.stringify(marker));
		await insert("account_report_files", { report_id: filled.reportId, format, content });
	}
	await insert("account_report_shares", {
		id: filled.shareId,
		report_id: filled.reportId,
		token_hash: tokenHash(filled.shareToken),
		created_at: at,
		expires_at: new Date(Date.now() + 86_400_000),
	});
	await insert("invitations", {
		id: filled.invitationId,
		workspace_id: workspaceId,
		client_id,
		email: `${marker}@example.org`,
		email_key: `${marker}@example.org`,
		role: "guest",
		token_hash: tokenHash(newToken()),
		invited_by: by,
		created_at: at,
		expires_at: new Date(Date.now() + 86_400_000),
	});
	await fillControls(insert, { workspaceId, by, filled });
	await fillQuestionnaires(insert, { workspaceId, by, filled });
	await fillAssessment(insert, { workspaceId, by, filled });
	await fillWebhooks(pool, { workspaceId, by }, filled);
	await fillTickets(pool, { workspaceId, by }, filled);
	const file = Buffer.from(marker);
	const pieces_id = randomUUID();
	const named = { workspace_id: workspaceId, sha256: Buffer.from(filled.sha256, "hex") };
	const kept = { size: file.length, type: "application/octet-stream", created_at: at };
	await insert("files", { ...named, ...kept, pieces_id });
	await insert("file_pieces", { workspace_id: workspaceId, pieces_id, begins_at: 0, bytes: file });
	await insert("sealed_files", { ...named, sealed_sha256: randomBytes(32), sealed_size: 300 });
	// With the marker in it, and a hash that no request names.
	const small = { workspace_id: workspaceId, sha256: randomBytes(32), pieces_id: randomUUID() };
	await insert("files", { ...kept, ...small });
	await insert("file_pieces", { workspace_id: workspaceId, pieces_id: small.pieces_id, begins_at: 0, bytes: file });
	await insert("uploads", {
		...named,
		...kept,
		id: filled.uploadId,
		sha256: randomBytes(32),
		account_id: by,
		expires_at: new Date(Date.now() + 86_400_000),
	});
	await insert("evidence", {
		id: filled.evidenceId,
		workspace_id: workspaceId,
		client_id,
		title: marker,
		note: marker,
		taken_at: at,
		received_at: at,
		taken_by: by,
		taken_by_name: marker,
		device: marker,
	});
	const ofEvidence = { workspace_id: workspaceId, evidence_id: filled.evidenceId };
	await insert("evidence_files", { ...ofEvidence, no: 0, sha256: named.sha256, name: marker });
	await insert("evidence_thumbnails", { ...ofEvidence, no: 0, sha256: small.sha256 });
	await insert("evidence_links", { ...ofEvidence, subject_type: "asset", subject_id: host, linked_at: at });
	await insert("evidence_custody", { ...ofEvidence, at, who: by, who_name: marker, what: "received" });
	return filled;
}
