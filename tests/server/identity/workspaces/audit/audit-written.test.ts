import pg from "pg";
import { expect, test } from "vitest";
import { AUDIT_ACTS, AUDIT_SUBJECTS } from "#contract/workspaces/audit.ts";
import { createTestDatabase } from "../../../../support/server/database.ts";

const { pool, owner, url } = await createTestDatabase();

async function newAccount(name: string): Promise<string> {
	const id = crypto.randomUUID();
	await pool.query(
		`INSERT INTO accounts (id, email, email_key, password_hash, first_name, last_name, company, created_at)
		 VALUES ($1, $2, $2, 'hash of a password', $3, 'Lovelace', 'Co', now())`,
		[id, `${id}@example.org`, name],
	);
	return id;
}
const [ada, ben] = [await newAccount("Ada"), await newAccount("Ben")];
const scan = crypto.randomUUID();
const report = crypto.randomUUID();
const PRINT = "f".repeat(64);

/** Runs statements as a request of this account does, in Ada's workspace. */
async function as(account: string, ...statements: string[]): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query(
			`${pool.begin}; SET LOCAL plumbline.workspace = '${ada}'; SET LOCAL plumbline.account = '${account}'`,
		);
		for (const statement of statements) await client.query(statement);
		await client.query("COMMIT");
	} finally {
		client.release();
	}
}

/** The entries that Ada's log got while `act` ran. */
async function written(act: () => Promise<unknown>) {
	const { rows: before } = await pool.query("SELECT coalesce(max(id), 0) AS id FROM audit_entries");
	await act();
	const { rows } = await pool.query(
		`SELECT what, subject_type AS about, who, who_name AS name, on_behalf_of AS behalf, before_hash IS NOT NULL AS before,
		   after_hash IS NOT NULL AS after FROM audit_entries WHERE id > $1 AND workspace_id = $2 ORDER BY id`,
		[before[0].id, ada],
	);
	return rows;
}

const client = "SELECT id FROM clients WHERE code = 'acme'";
const SCAN = `INSERT INTO scans (id, owner, asked_by, kind, target, request, status, host)
	VALUES ('${scan}', '${ada}', '${ben}', 'combined', 'x.example', '{}', 'pending', 'x.example')`;

const BEN_DOES: [what: string, about: string, statement: string][] = [
	[
		"role-changed",
		"member",
		`UPDATE memberships SET role = 'manager' WHERE workspace_id = '${ada}' AND account_id = '${ben}'`,
	],
	[
		"member-changed",
		"member",
		`UPDATE memberships SET ends_on = '2099-12-31' WHERE workspace_id = '${ada}' AND account_id = '${ben}'`,
	],
	[
		"invited",
		"invitation",
		`INSERT INTO invitations (id, workspace_id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
		 VALUES ('${scan}', '${ada}', 'eve@example.org', 'eve@example.org', 'manager', '\\xdeadbeef', '${ada}', now(), now())`,
	],
	["invitation-resent", "invitation", "UPDATE invitations SET expires_at = now() + interval '7 days'"],
	["invitation-accepted", "invitation", `UPDATE invitations SET accepted_at = now(), accepted_by = '${ben}'`],
	["invitation-revoked", "invitation", "UPDATE invitations SET accepted_at = NULL, revoked_at = now()"],
	[
		"client-created",
		"client",
		`INSERT INTO clients (id, workspace_id, name, code) VALUES (gen_random_uuid(), '${ada}', 'Acme', 'acme')`,
	],
	["client-changed", "client", "UPDATE clients SET name = 'Acme Bank' WHERE code = 'acme'"],
	["client-archived", "client", "UPDATE clients SET archived_at = now() WHERE code = 'acme'"],
	["client-restored", "client", "UPDATE clients SET archived_at = NULL WHERE code = 'acme'"],
	[
		"workspace-changed",
		"workspace",
		`UPDATE workspaces SET logo = '\\xcafe', logo_type = 'image/png' WHERE id = '${ada}'`,
	],
	[
		"host-assigned",
		"host",
		`INSERT INTO assets (account_id, host, client_id) VALUES ('${ada}', 'x.example', (${client}))`,
	],
	["scan-accepted", "scan", SCAN],
	["scan-canceled", "scan", `UPDATE scans SET status = 'failed', failure_code = 'cancelled' WHERE id = '${scan}'`],
	["scan-deleted", "scan", `DELETE FROM scans WHERE id = '${scan}'`],
	[
		"claim-added",
		"host",
		`INSERT INTO target_claims (id, account_id, host, includes_subdomains, token) VALUES (gen_random_uuid(), '${ada}', 'x.example', true, 't')`,
	],
	["claim-verified", "host", "UPDATE target_claims SET proven_by = 'dns', proven_at = now()"],
	["claim-lost", "host", "UPDATE target_claims SET proven_by = NULL, proven_at = NULL"],
	["claim-removed", "host", "DELETE FROM target_claims"],
	["host-removed", "host", "UPDATE assets SET removed_at = now(), client_id = NULL WHERE host = 'x.example'"],
	[
		"schedule-created",
		"schedule",
		`INSERT INTO schedules (id, account_id, name, request, recurrence, time_zone, overlap, digest, status, next_run_at, created_at, created_by_id)
		 VALUES (gen_random_uuid(), '${ada}', 'Nightly', '{"kind": "combined"}', '{}', 'UTC', 'skip', false, 'active', now(), now(), '${ben}')`,
	],
	["schedule-changed", "schedule", "UPDATE schedules SET name = 'Weekly'"],
	["schedule-paused", "schedule", "UPDATE schedules SET status = 'paused', next_run_at = NULL"],
	["schedule-resumed", "schedule", "UPDATE schedules SET status = 'active', next_run_at = now()"],
	["schedule-deleted", "schedule", "DELETE FROM schedules"],
	[
		"report-requested",
		"report",
		`INSERT INTO account_reports (id, account_id, template, name, created_by, asked_by, request, accepted_at, queued_at)
		 VALUES ('${report}', '${ada}', 'executive-summary', 'Summary', 'Ben', '${ben}', '{}', now(), now())`,
	],
	[
		"shared",
		"share",
		`INSERT INTO account_report_shares VALUES (gen_random_uuid(), '${report}', '\\xdeadbeef', now(), now() + interval '1 day')`,
	],
	["share-revoked", "share", "DELETE FROM account_report_shares"],
	["report-deleted", "report", "DELETE FROM account_reports"],
	[
		"evidence-added",
		"evidence",
		`INSERT INTO evidence (id, workspace_id, client_id, title, note, taken_at, received_at, taken_by, taken_by_name, device)
		 VALUES ('${report}', '${ada}', '${ada}', 'A door', '', now(), now(), '${ben}', 'Ben', '')`,
	],
	["evidence-changed", "evidence", "UPDATE evidence SET title = 'The door'"],
	[
		"evidence-linked",
		"evidence",
		`INSERT INTO evidence_links VALUES ('${ada}', '${report}', 'asset', 'x.example', now())`,
	],
	["evidence-unlinked", "evidence", "DELETE FROM evidence_links"],
	[
		"evidence-decided",
		"evidence",
		`INSERT INTO said_words (workspace_id, client_id, subject_type, subject_id, field, value, shown, said_at, received_at, said_by, said_by_name, counted)
		 VALUES ('${ada}', '${ada}', 'evidence', '${report}', 'state', '"x"', 'x', now(), now(), '${ben}', 'Ben', true)`,
	],
	["evidence-deleted", "evidence", "DELETE FROM evidence"],
	[
		"framework-chosen",
		"framework",
		`INSERT INTO framework_choices (workspace_id, client_id, framework, chosen_at) VALUES ('${ada}', '${ada}', 'soc-2', now())`,
	],
	[
		"requirement-decided",
		"requirement",
		`INSERT INTO said_words (workspace_id, client_id, subject_type, subject_id, field, value, shown, said_at, received_at, said_by, said_by_name, counted)
		 VALUES ('${ada}', '${ada}', 'requirement', 'soc-2 CC6.1', 'state', '"x"', 'x', now(), now(), '${ben}', 'Ben', true)`,
	],
	[
		"statement-approved",
		"framework",
		`INSERT INTO statement_approvals (workspace_id, client_id, framework, version, approved_at, approved_by, approved_by_name, basis)
		 VALUES ('${ada}', '${ada}', 'soc-2', 1, now(), '${ben}', 'Ben', '{}')`,
	],
	["framework-given-up", "framework", `UPDATE framework_choices SET given_up_at = now()`],
	[
		"framework-added",
		"framework",
		`INSERT INTO own_frameworks VALUES ('${ada}', 'own-${"0".repeat(25)}', '{"name": "Ours", "version": "1"}', '[]', now())`,
	],
	["framework-changed", "framework", `UPDATE own_frameworks SET pack = '{"name": "Ours", "version": "2"}'`],
	["framework-deleted", "framework", "UPDATE own_frameworks SET deleted_at = now()"],
	["framework-restored", "framework", "UPDATE own_frameworks SET deleted_at = NULL"],
	[
		"catalog-loaded",
		"catalog",
		`INSERT INTO framework_catalogs VALUES ('${ada}', 'soc-2', 'Words', '1', now(), sha256('x'))`,
	],
	["catalog-dropped", "catalog", `DELETE FROM framework_catalogs`],
	[
		"bundle-key-made",
		"bundle-key",
		`INSERT INTO bundle_keys (id, workspace_id, public_key, private_key, created_at) VALUES ('${scan}', '${ada}', 'x', 'y', now())`,
	],
	[
		"control-added",
		"control",
		`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, created_at)
		 VALUES ('${ada}', '${ada}', '${scan}', 'C-1', 'Doors', '', 'physical', now())`,
	],
	[
		"control-linked",
		"control",
		`INSERT INTO control_requirements VALUES ('${ada}', '${scan}', 'soc-2', 'CC6.1', 'person')`,
	],
	["control-unlinked", "control", `DELETE FROM control_requirements`],
	[
		"control-changed",
		"control",
		`INSERT INTO said_words (workspace_id, client_id, subject_type, subject_id, field, value, shown, said_at, received_at, said_by, said_by_name, counted)
		 VALUES ('${ada}', '${ada}', 'control', '${scan}', 'state', '"x"', 'x', now(), now(), '${ben}', 'Ben', true)`,
	],
	[
		"test-added",
		"test",
		`INSERT INTO control_tests (workspace_id, id, control_id, title, kind, spec, every_days, created_at)
		 VALUES ('${ada}', '${scan}', '${scan}', 'Look', 'attestation', '{}', 7, now())`,
	],
	["test-changed", "test", `UPDATE control_tests SET active = false`],
	[
		"test-run",
		"test",
		`INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, at, window_from, window_to, result, reason, expires_on, by_account)
		 VALUES ('${ada}', '${ada}', '${scan}', '${scan}', '${scan}', now(), now(), now(), 'passed', '', current_date, '${ben}')`,
	],
	[
		"task-added",
		"task",
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, created_at) VALUES ('${ada}', '${ada}', '${scan}', 'Lock', 'person', now())`,
	],
	[
		"task-changed",
		"task",
		`INSERT INTO said_words (workspace_id, client_id, subject_type, subject_id, field, value, shown, said_at, received_at, said_by, said_by_name, counted)
		 VALUES ('${ada}', '${ada}', 'task', '${scan}', 'state', '"x"', 'x', now(), now(), '${ben}', 'Ben', true)`,
	],
	[
		"questionnaire-added",
		"questionnaire",
		`INSERT INTO questionnaires (workspace_id, client_id, id, title, customer, file_name, file_type, sha256, size, matched_at, uploaded_at,
		   uploaded_by, uploaded_by_name)
		 VALUES ('${ada}', '${ada}', '${scan}', 'Vendor review', 'Acme', 'a.csv', 'csv', sha256('x'), 9, now(), now(), '${ben}', 'Ben')`,
	],
	["questionnaire-changed", "questionnaire", "UPDATE questionnaires SET state = 'answered'"],
	[
		"question-answered",
		"questionnaire",
		`INSERT INTO answer_words (workspace_id, client_id, subject_type, subject_id, field, shown, said_at, received_at, said_by, said_by_name, counted)
		 VALUES ('${ada}', '${ada}', 'questionnaire', '${scan}', '2', 'Yes.', now(), now(), '${ben}', 'Ben', true)`,
	],
	[
		"library-answer-said",
		"library-answer",
		`INSERT INTO answer_words (workspace_id, client_id, subject_type, subject_id, field, shown, said_at, received_at, said_by, said_by_name, counted)
		 VALUES ('${ada}', '${ada}', 'library-answer', '${report}', 'answer', 'Yes.', now(), now(), '${ben}', 'Ben', true)`,
	],
	["questionnaire-deleted", "questionnaire", "DELETE FROM questionnaires"],
	[
		"template-loaded",
		"template",
		`INSERT INTO assessment_templates VALUES ('${ada}', 'own', 1, '{"title": "Own"}', now())`,
	],
	[
		"assessment-begun",
		"assessment",
		`INSERT INTO assessments (workspace_id, client_id, id, title, subject, template_id, template_version, template_title, template_kind,
		   template, state_said_at, started_at, started_by, started_by_name, changed_at, answered, asked, missing, differing, gaps)
		 VALUES ('${ada}', '${ada}', '${scan}', 'Visit', '', 'own', 1, 'Own', 'visit', '{}', now(), now(), '${ben}', 'Ben', now(), 0, 1, 1, 0, 0)`,
	],
	[
		"answered",
		"assessment",
		`INSERT INTO assessment_words (workspace_id, client_id, assessment_id, id, question_id, answer, after, said_at, received_at, said_by, said_by_name)
		 VALUES ('${ada}', '${ada}', '${scan}', '${scan}', 'door', '{}', '{}', now(), now(), '${ben}', 'Ben')`,
	],
	[
		"respondent-asked",
		"respondent",
		`INSERT INTO respondents (workspace_id, client_id, id, assessment_id, name, email, sections, created_at, created_by, ends_on)
		 VALUES ('${ada}', '${ada}', '${scan}', '${scan}', 'Grace', 'grace@example.net', '{doors}', now(), '${ben}', current_date)`,
	],
	["respondent-asked-again", "respondent", "UPDATE respondents SET version = version + 1, mailed_hash = 'deadbeef'"],
	["respondent-revoked", "respondent", "UPDATE respondents SET revoked_at = now()"],
	[
		"assessment-moved",
		"assessment",
		`INSERT INTO said_words (workspace_id, client_id, subject_type, subject_id, field, value, shown, said_at, received_at, said_by, said_by_name, counted)
		 VALUES ('${ada}', '${ada}', 'assessment', '${scan}', 'state', '"x"', 'x', now(), now(), '${ben}', 'Ben', true)`,
	],
	[
		"assessment-signed",
		"assessment",
		`INSERT INTO sign_offs (workspace_id, client_id, assessment_id, id, revision, covers, sha256, signers, observed, said_at, received_at,
		   signed_by, signed_by_name)
		 VALUES ('${ada}', '${ada}', '${scan}', '${scan}', 1, '{}', sha256('x'), '[{"name": "Ngozi"}]', '[]', now(), now(), '${ben}', 'Ben')`,
	],
	["sign-off-voided", "assessment", "UPDATE sign_offs SET voided_at = now()"],
	[
		"token-made",
		"token",
		`INSERT INTO api_tokens (id, workspace_id, account_id, name, prefix, token_hash, scopes, created_at, ends_on)
		 VALUES ('${scan}', '${ada}', '${ben}', 'CI', 'plb_1234', '\\xdeadbeef', '{scans:read}', now(), current_date)`,
	],
	["token-revoked", "token", "UPDATE api_tokens SET revoked_at = now()"],
	[
		"sign-on-set",
		"workspace",
		`INSERT INTO sign_on_providers (workspace_id, issuer, oauth_client, sealed_secret, changed_at)
		 VALUES ('${ada}', 'https://login.example.com', 'plumbline', '\\xdeadbeef', now())`,
	],
	[
		"sign-on-domain-added",
		"workspace",
		`INSERT INTO sign_on_domains (workspace_id, domain, token) VALUES ('${ada}', 'example.com', 't')`,
	],
	["sign-on-domain-verified", "workspace", "UPDATE sign_on_domains SET verified_at = now()"],
	["sign-on-domain-removed", "workspace", "DELETE FROM sign_on_domains"],
	["sign-on-removed", "workspace", "DELETE FROM sign_on_providers"],
	[
		"webhook-added",
		"webhook",
		`INSERT INTO webhooks (id, workspace_id, url, events, secret, created_at)
		 VALUES ('${scan}', '${ada}', 'https://hooks.example.com', '{scan.ended}', sha256('x'), now())`,
	],
	["webhook-changed", "webhook", "UPDATE webhooks SET description = 'Our SIEM'"],
	["webhook-rotated", "webhook", "UPDATE webhooks SET secret = sha256('y')"],
	["webhook-switched-off", "webhook", "UPDATE webhooks SET active = false, off_because = 'gone'"],
	["webhook-deleted", "webhook", "DELETE FROM webhooks"],
	[
		"tracker-added",
		"tracker",
		`INSERT INTO trackers (id, workspace_id, name, system, url, project, token, created_at)
		 VALUES ('${scan}', '${ada}', 'Web', 'github', 'https://github.com', 'acme/web', sha256('x'), now())`,
	],
	["tracker-changed", "tracker", "UPDATE trackers SET project = 'acme/app'"],
	["tracker-token-replaced", "tracker", "UPDATE trackers SET token = sha256('y')"],
	[
		"ticket-created",
		"ticket",
		`INSERT INTO tickets (id, workspace_id, client_id, tracker_id, task_id, turned_at, created_at)
		 SELECT '${scan}', workspace_id, client_id, '${scan}', id, now(), now() FROM tasks WHERE workspace_id = '${ada}' LIMIT 1`,
	],
	["tracker-deleted", "tracker", "DELETE FROM trackers"],
	["client-deleted", "client", "DELETE FROM clients WHERE code = 'acme'"],
	["member-left", "member", `DELETE FROM memberships WHERE workspace_id = '${ada}' AND account_id = '${ben}'`],
];

test("a member who joins is in the log", async () => {
	const join = () => as(ben, `INSERT INTO memberships VALUES ('${ada}', '${ben}', 'consultant')`);
	expect(await written(join)).toMatchObject([
		{ what: "member-added", about: "member", who: ben, name: "Ben Lovelace" },
	]);
});

test.each(BEN_DOES)("%s is written by the database, with who it was", async (what, about, statement) => {
	expect(await written(() => as(ben, statement))).toEqual([
		{
			what,
			about,
			who: ben,
			name: "Ben Lovelace",
			behalf: null,
			before: !/^INSERT/.test(statement),
			after: !/^DELETE/.test(statement),
		},
	]);
});

test("every act that a row can show is tested here or with the whole server", () => {
	const elsewhere = [
		"verdict",
		"signed-in",
		"password-changed",
		"second-factor-added",
		"second-factor-removed",
		"passkey-added",
		"passkey-removed",
		"account-deleted",
		"signed-out-everywhere",
		"exported",
	];
	const here = [
		...BEN_DOES.map(([what]) => what),
		"member-added",
		"member-removed",
		"scan-moved",
		"address-changed",
		"respondent-confirmed",
		"part-sent",
	];
	expect([...here, ...elsewhere, "downloaded"].toSorted()).toEqual([...AUDIT_ACTS].toSorted());
	expect(AUDIT_SUBJECTS).toEqual(expect.arrayContaining(BEN_DOES.map(([, about]) => about)));
});

test("what the product does by itself names the account for which it does it", async () => {
	const schedule = BEN_DOES.find(([what]) => what === "schedule-created")?.[2] ?? "";
	expect(await written(() => pool.query(schedule))).toMatchObject([{ who: null, name: "", behalf: ben }]);
	// A scan without a requester's network address comes from a schedule.
	const scheduled = () =>
		as(
			"",
			`SELECT set_config('plumbline.clients', '{"${scan}": ""}', true)`,
			SCAN,
			`SELECT set_config('plumbline.clients', '', true)`,
		);
	expect(await written(scheduled)).toMatchObject([{ what: "scan-accepted", who: null, behalf: ben }]);
});

test("what comes through a link is nobody’s here, and names the respondent", async () => {
	const clean = `DELETE FROM clients WHERE id = '${crypto.randomUUID()}'`;
	await as(ada, clean);
	const [assessment, respondent, word] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
	await as(
		ada,
		`INSERT INTO assessments (workspace_id, client_id, id, title, subject, template_id, template_version, template_title, template_kind,
		   template, state_said_at, started_at, started_by, started_by_name, changed_at, answered, asked, missing, differing, gaps)
		 VALUES ('${ada}', '${ada}', '${assessment}', 'Visit', '', 'own', 1, 'Own', 'visit', '{}', now(), now(), '${ada}', 'Ada', now(), 0, 1, 1, 0, 0)`,
		`INSERT INTO respondents (workspace_id, client_id, id, assessment_id, name, email, sections, created_at, created_by, ends_on)
		 VALUES ('${ada}', '${ada}', '${respondent}', '${assessment}', 'Grace', 'grace@example.net', '{doors}', now(), '${ada}', current_date)`,
	);
	const steps = [
		`UPDATE respondents SET confirmed_at = now() WHERE id = '${respondent}'`,
		`INSERT INTO assessment_words (workspace_id, client_id, assessment_id, id, question_id, answer, after, said_at, received_at, said_by_name, respondent_id)
		 VALUES ('${ada}', '${ada}', '${assessment}', '${word}', 'door', '{}', '{}', now(), now(), 'Grace', '${respondent}')`,
		`INSERT INTO respondent_parts VALUES ('${ada}', '${respondent}', 'doors', now())`,
	];
	for (const [n, what] of ["respondent-confirmed", "answered", "part-sent"].entries()) {
		expect(await written(() => as("", steps[n] ?? ""))).toMatchObject([{ what, who: null, name: "", behalf: null }]);
	}
	const { rows } = await pool.query(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND detail ->> 'respondent' = 'Grace' ORDER BY id",
		[ada],
	);
	expect(rows.map((row) => row.what)).toEqual(["respondent-confirmed", "answered", "part-sent"]);
});

test("a free scan that moves to an account, a new address and a member who is removed", async () => {
	const free = crypto.randomUUID();
	await pool.query(
		"INSERT INTO scans (id, owner, kind, target, request, status) VALUES ($1, 'anonymous', 'combined', 'x', '{}', 'pending')",
		[free],
	);
	expect(await written(() => pool.query("UPDATE scans SET progress = 10 WHERE id = $1", [free]))).toEqual([]);
	const move = () => pool.query("UPDATE scans SET owner = $2 WHERE id = $1", [free, ada]);
	expect(await written(move)).toMatchObject([{ what: "scan-moved", who: null, behalf: ada }]);
	const rename = () =>
		pool.query("UPDATE accounts SET email = 'new@example.org', email_key = 'new@example.org' WHERE id = $1", [ada]);
	expect(await written(rename)).toMatchObject([{ what: "address-changed", about: "account", who: ada }]);
	await as(ada, `INSERT INTO memberships VALUES ('${ada}', '${ben}', 'auditor')`);
	const remove = () => as(ada, `DELETE FROM memberships WHERE workspace_id = '${ada}' AND account_id = '${ben}'`);
	expect(await written(remove)).toMatchObject([{ what: "member-removed", who: ada }]);
});

test("what the previous release does is its account's, which says nothing about who acts", async () => {
	const previous = new pg.Client({ connectionString: url });
	await previous.connect();
	// What it sees while the walls are open.
	await previous.query("SET plumbline.workspace = '*'");
	const remove = () => previous.query("DELETE FROM schedules WHERE account_id = $1", [ada]);
	expect(await written(remove)).toMatchObject([{ what: "schedule-deleted", who: ada, name: "Ada Lovelace" }]);
	await previous.end();
});

test("no secret gets in, not even into what is hashed", async () => {
	const { rows } = await pool.query("SELECT * FROM audit_entries");
	const text = JSON.stringify(rows);
	for (const secret of ["deadbeef", "cafe", "hash of a password", `${ada}@example.org`])
		expect(text).not.toContain(secret);
	// The token of an invitation is replaced, and what is hashed stays the same.
	const hashOf = async (token: string) =>
		(
			await owner.query(
				"SELECT audit_hash(to_jsonb(i) - 'token_hash') AS hash FROM (SELECT 1 AS a, $1 AS token_hash) i",
				[token],
			)
		).rows[0].hash;
	expect(await hashOf("one")).toEqual(await hashOf("other"));
	const { rows: hashed } = await owner.query(
		"SELECT prosrc FROM pg_proc WHERE proname IN ('audit_invitation', 'audit_share')",
	);
	for (const { prosrc } of hashed)
		expect(prosrc).toContain("to_jsonb(OLD) - 'token_hash', to_jsonb(NEW) - 'token_hash'");
});

test("many verdicts by one statement are as many entries", async () => {
	await owner.query(
		`INSERT INTO findings (account_id, fingerprint, finding, severity, engine, rule, title, parameter, host, asset, scope, scan_id,
		   first_seen_at, last_seen_at, seen_from)
		 SELECT $1, $2 || n, '{}', 'low', 'e', 'r', 't', '', 'h', 'h', 's', gen_random_uuid(), now(), now(), now() FROM generate_series(1, 500) n`,
		[ada, PRINT],
	);
	const say = () =>
		as(
			ada,
			`INSERT INTO finding_words (account_id, fingerprint, state, reason, said_at)
			 SELECT account_id, fingerprint, 'fixed', '', now() FROM findings WHERE account_id = '${ada}'`,
		);
	const first = await written(say);
	expect(first).toHaveLength(500);
	expect(first.every(({ what, who, before }) => what === "verdict" && who === ada && !before)).toBe(true);
	expect((await written(say)).every(({ before }) => before)).toBe(true);
});

test.each([
	["UPDATE audit_entries SET who_name = 'Eve'"],
	["DELETE FROM audit_entries"],
	["TRUNCATE audit_entries"],
	["ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stay"],
	["DROP TRIGGER audited_words ON finding_words"],
	[
		"INSERT INTO audit_entries (workspace_id, at, who_name, what, subject_type, subject_id) SELECT id, now(), '', '', '', '' FROM workspaces",
	],
	[
		"INSERT INTO audit_entries (workspace_id, after_hash, who_name, what, subject_type, subject_id) SELECT id, '', '', '', '', '' FROM workspaces",
	],
])("the server's role cannot: %s", async (statement) => {
	await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner|cannot be changed/);
});

test.each([["UPDATE audit_entries SET who_name = 'Eve'"], ["DELETE FROM audit_entries"], ["TRUNCATE audit_entries"]])(
	"the owner of the tables cannot either: %s",
	async (statement) => {
		await expect(owner.query(statement)).rejects.toThrow("cannot be changed");
	},
);

test("goes with its workspace, and what is deleted along with it leaves nothing", async () => {
	await pool.query("DELETE FROM accounts WHERE id = $1", [ada]);
	expect((await pool.query("SELECT FROM audit_entries WHERE workspace_id = $1", [ada])).rowCount).toBe(0);
	expect((await pool.query("SELECT FROM findings WHERE account_id = $1", [ada])).rowCount).toBe(0);
});
