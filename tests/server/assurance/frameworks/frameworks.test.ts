import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CATALOG } from "#contract/controls/catalog-data.ts";
import { decidableOf, leavesOf } from "#contract/frameworks/pack.ts";
import { ALL_PACKS, PACKS } from "#contract/frameworks/packs.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { choose, decide, decisionBody, frameworkOf, requirementOf } from "../../../support/server/frameworks.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const serving = (framework: "iso-27001" | "soc-2") =>
	CATALOG.filter(({ requirements }) => requirements[framework] !== undefined);
const listOf = async (member: TestMember) => (await (await member.call("listFrameworks")).json()).frameworks;
const rowsOf = async (sql: string, values: unknown[]) => (await pool.query<Record<string, unknown>>(sql, values)).rows;
const leaves = leavesOf(PACKS["iso-27001"]).map(({ id }) => id);
/** Without clauses 4 to 10, which always apply. */
const decidable = decidableOf(PACKS["iso-27001"]);

test("a workspace that has chosen nothing sees every pack, with everything undecided", async () => {
	const owner = await createOwner(server);
	const frameworks = await listOf(owner);
	expect(frameworks.map(({ id }: { id: string }) => id)).toEqual(ALL_PACKS.map(({ id }) => id));
	const iso = frameworks.find(({ id }: { id: string }) => id === "iso-27001");
	expect(iso).toMatchObject({
		chosenAt: null,
		requirements: leaves.length,
		decisions: { undecided: decidable.length, applicable: 0, "not-applicable": 0, reviewed: 0 },
		standings: { "not-evaluated": leaves.length, "evidence-against": 0 },
		catalog: null,
	});
	const answer = await owner.call("listFrameworks");
	const etag = answer.headers.get("ETag") ?? "";
	expect((await owner.call("listFrameworks", { headers: { "If-None-Match": etag } })).status).toBe(304);
});

test("choosing a framework adds our controls that serve it, with their links and tests", async () => {
	const owner = await createOwner(server);
	expect(await choose(owner, "iso-27001")).toBe(serving("iso-27001").length);
	const detail = await frameworkOf(owner, "iso-27001");
	expect(detail.chosenAt).not.toBeNull();
	const [control] = CATALOG.filter(({ requirements }) => requirements["iso-27001"]?.includes("A.8.24"));
	expect(requirementOf(detail, "A.8.24").controls).toContainEqual({
		controlId: expect.any(String),
		code: control?.code,
		title: control?.title,
		state: "planned",
		standing: "not-evaluated",
		owner: null,
	});
	const links = await rowsOf(
		`SELECT count(*)::int AS n, count(DISTINCT framework)::int AS frameworks, count(*) FILTER (WHERE source <> 'catalog')::int AS others
		 FROM control_requirements WHERE workspace_id = $1`,
		[owner.workspaceId],
	);
	const all = serving("iso-27001").flatMap(({ requirements }) => Object.entries(requirements));
	expect(links).toEqual([
		{
			n: all.reduce((sum, [, ids]) => sum + ids.length, 0),
			frameworks: new Set(all.map(([framework]) => framework)).size,
			others: 0,
		},
	]);
	const tests = await rowsOf(
		"SELECT kind, spec, classes, hosts, active FROM control_tests WHERE workspace_id = $1 AND kind = 'scan'",
		[owner.workspaceId],
	);
	const scans = serving("iso-27001").flatMap((each) => each.tests.filter(({ kind }) => kind === "scan"));
	expect(tests.length).toBe(scans.length);
	expect(scans.length).toBeGreaterThan(0);
	for (const { spec, classes, hosts, active } of tests) {
		expect({ hosts, active }).toEqual({ hosts: [], active: true });
		expect(spec).toEqual({ kind: "scan", classes, hosts: [], timeToFix: TIME_TO_FIX });
	}
	const entries = await rowsOf(
		"SELECT what, count(*)::int AS n FROM audit_entries WHERE workspace_id = $1 GROUP BY what",
		[owner.workspaceId],
	);
	expect(entries).toContainEqual({ what: "framework-chosen", n: 1 });
	expect(entries).toContainEqual({ what: "control-added", n: serving("iso-27001").length });
});

test("choosing again, a second framework, and giving one up add only what is missing and take nothing away", async () => {
	const owner = await createOwner(server);
	await choose(owner, "iso-27001");
	expect(await choose(owner, "iso-27001")).toBe(0);
	await decide(owner, decisionBody(["A.8.24"]));
	const missing = serving("soc-2").filter(({ requirements }) => requirements["iso-27001"] === undefined);
	expect(await choose(owner, "soc-2")).toBe(missing.length);
	expect(await choose(owner, "iso-27001", false)).toBe(0);
	const given = await frameworkOf(owner, "iso-27001");
	expect(given.chosenAt).toBeNull();
	expect(given.decisions.applicable).toBe(1);
	expect(requirementOf(given, "A.8.24").controls.length).toBeGreaterThan(0);
	expect(await choose(owner, "iso-27001")).toBe(0);
	const changes = await rowsOf(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND subject_type = 'framework' AND subject_id = 'iso-27001' ORDER BY id",
		[owner.workspaceId],
	);
	expect(changes.map(({ what }) => what)).toEqual(["framework-chosen", "framework-given-up", "framework-chosen"]);
});

test("two who choose at once add every control once", async () => {
	const owner = await createOwner(server);
	const added = await Promise.all([choose(owner, "iso-27001"), choose(owner, "soc-2"), choose(owner, "iso-27001")]);
	const both = CATALOG.filter(({ requirements }) => requirements["iso-27001"] ?? requirements["soc-2"]);
	expect(added.reduce((sum, each) => sum + each, 0)).toBe(both.length);
});

test("a control keeps its own code when ours has the same, and one that was renamed is not added again", async () => {
	const owner = await createOwner(server);
	const [first] = serving("iso-27001");
	await pool.query(
		`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, created_at)
		 VALUES ($1, $1, $2, $3, 'Own', '', 'technical', now())`,
		[owner.workspaceId, randomUUID(), first?.code],
	);
	await choose(owner, "iso-27001");
	const codes = await rowsOf("SELECT code FROM controls WHERE client_id = $1 AND catalog_code = $2", [
		owner.workspaceId,
		first?.code,
	]);
	expect(codes).toEqual([{ code: `${first?.code}-2` }]);
	await pool.query("UPDATE controls SET state = 'retired' WHERE client_id = $1", [owner.workspaceId]);
	expect(await choose(owner, "iso-27001")).toBe(0);
});

test("a client that would have too many controls gets none of them", async () => {
	const owner = await createOwner(server);
	await pool.query(
		`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, created_at)
		 SELECT $1, $1, gen_random_uuid(), 'OWN-' || n, 'Own', '', 'technical', now() FROM generate_series(1, 499) AS n`,
		[owner.workspaceId],
	);
	const refusal = await refusalOf(
		await owner.call("chooseFramework", { params: { frameworkId: "soc-2" }, body: { chosen: true } }),
	);
	expect(refusal).toMatchObject({ status: 409, code: "limit_reached" });
	expect((await frameworkOf(owner, "soc-2")).chosenAt).toBeNull();
});

test("frameworks are each client’s own", async () => {
	const owner = await createOwner(server);
	const client = await addClient(server, owner.workspaceId, "Acme");
	const headers = { "Plumbline-Client": client };
	await choose(owner, "iso-27001", true, headers);
	await decide(owner, decisionBody(["A.8.24"]), headers);
	expect((await frameworkOf(owner, "iso-27001", headers)).decisions.applicable).toBe(1);
	expect(await frameworkOf(owner, "iso-27001")).toMatchObject({ chosenAt: null, decisions: { applicable: 0 } });
	const guest = await addMember(server, owner, "guest", { clientId: client });
	expect((await frameworkOf(guest, "iso-27001")).decisions.applicable).toBe(1);
	const refused = await guest.call("decideRequirements", { body: decisionBody(["A.8.24"]) });
	expect(await refusalOf(refused)).toMatchObject({ status: 403, code: "role_required" });
});

test("an archived client can give a framework up, and chooses none", async () => {
	const owner = await createOwner(server);
	const client = await addClient(server, owner.workspaceId, "Acme");
	const headers = { "Plumbline-Client": client };
	await choose(owner, "soc-2", true, headers);
	await pool.query("UPDATE clients SET archived_at = now() WHERE id = $1", [client]);
	const params = { frameworkId: "iso-27001" };
	const refused = await owner.call("chooseFramework", { params, body: { chosen: true }, headers });
	expect(await refusalOf(refused)).toMatchObject({ status: 409, code: "client_archived" });
	expect(await choose(owner, "soc-2", false, headers)).toBe(0);
	const said = await owner.call("decideRequirements", { body: decisionBody(["A.8.24"]), headers });
	expect(await refusalOf(said)).toMatchObject({ status: 409, code: "client_archived" });
	expect(await frameworkOf(owner, "iso-27001", headers)).toMatchObject({
		chosenAt: null,
		decisions: { applicable: 0 },
	});
});

test("the word said last counts, whenever it arrives, and every word is kept", async () => {
	const owner = await createOwner(server);
	const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`;
	const no = { decision: "not-applicable", justification: "We write no software." };
	expect(await decide(owner, decisionBody(["A.8.24", "A.8.25"], { ...no, saidAt: at(5) }))).toBe(2);
	expect(await decide(owner, decisionBody(["A.8.25", "A.8.26"], { saidAt: at(3) }))).toBe(1);
	const detail = await frameworkOf(owner, "iso-27001");
	expect(requirementOf(detail, "A.8.25").decision).toMatchObject({
		state: "not-applicable",
		justification: "We write no software.",
		saidAt: at(5),
		by: { accountId: owner.accountId },
	});
	expect(detail.decisions).toEqual({
		undecided: decidable.length - 3,
		applicable: 1,
		"not-applicable": 2,
		reviewed: 0,
	});
	expect(detail.standings["not-evaluated"]).toBe(leaves.length - 2);
	const words = await rowsOf(
		"SELECT subject_id, shown, counted FROM said_words WHERE workspace_id = $1 AND subject_id = 'iso-27001 A.8.25' ORDER BY no",
		[owner.workspaceId],
	);
	expect(words).toEqual([
		{ subject_id: "iso-27001 A.8.25", shown: "not-applicable: We write no software.", counted: true },
		{ subject_id: "iso-27001 A.8.25", shown: "applicable", counted: false },
	]);
});

test("a review says that a decision still holds, and counts for that decision only", async () => {
	const owner = await createOwner(server);
	const day = (n: number) => `2026-02-0${n}T10:00:00.000Z`;
	const reviewed = (ids: string[], n: number) =>
		decide(owner, decisionBody(ids, { decision: "reviewed", saidAt: day(n) }));
	await decide(owner, decisionBody(["A.8.24"], { saidAt: day(2) }));
	expect(await reviewed(["A.8.24", "A.8.25"], 4)).toBe(1);
	expect(await reviewed(["A.8.24"], 1)).toBe(0);
	const decisionNow = async () => requirementOf(await frameworkOf(owner, "iso-27001"), "A.8.24").decision;
	expect(await decisionNow()).toMatchObject({ state: "applicable", reviewedOn: "2026-02-04" });
	await decide(owner, decisionBody(["A.8.24"], { saidAt: day(5) }));
	expect(await decisionNow()).toMatchObject({ state: "applicable", reviewedOn: null });
});

test("a clock that runs ahead does not make a word the newest for years", async () => {
	const owner = await createOwner(server);
	await decide(owner, decisionBody(["A.8.24"], { saidAt: "2199-01-01T00:00:00.000Z" }));
	expect(await decide(owner, decisionBody(["A.8.24"], { decision: "undecided" }))).toBe(1);
});

test("a decision about what the framework does not ask for names it, and changes nothing", async () => {
	const owner = await createOwner(server);
	const send = (requirements: string[], more = {}) =>
		owner.call("decideRequirements", { body: decisionBody(requirements, more) }).then(refusalOf);
	const refusal = await send(["A.8.24", "A.9.99", "A.8"]);
	expect(refusal).toMatchObject({ status: 400, code: "invalid_body", details: { requirements: ["A.9.99", "A.8"] } });
	expect(refusal.message).toContain("A.9.99, A.8");
	expect(await send(["A.8.24"], { decision: "not-applicable", justification: "  " })).toMatchObject({
		status: 400,
		message: "Please say why it does not apply.",
	});
	expect((await frameworkOf(owner, "iso-27001")).decisions.undecided).toBe(decidable.length);
});

test("a decision is stored once per key, also through the outbox", async () => {
	const owner = await createOwner(server);
	const body = decisionBody(["A.8.24"]);
	const headers = { "Idempotency-Key": randomUUID() };
	const answers = await Promise.all([1, 2, 3].map(() => owner.call("decideRequirements", { body, headers })));
	expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
	const other = await owner.call("decideRequirements", { body: { ...body, requirements: ["A.8.25"] }, headers });
	expect(await refusalOf(other)).toMatchObject({ status: 422, code: "idempotency_mismatch" });
	const entry = { key: randomUUID(), kind: "decision", account: owner.accountId, workspace: owner.workspaceId, body };
	const batch = await (await owner.call("sendOutbox", { body: { entries: [entry, entry] } })).json();
	expect(batch.answers).toMatchObject([{ status: 202 }, { status: 202 }]);
	const words = await rowsOf("SELECT FROM said_words WHERE workspace_id = $1", [owner.workspaceId]);
	expect(words.length).toBe(2);
});

test("evidence on a requirement and on its control counts once, and expired evidence does not", async () => {
	const owner = await createOwner(server);
	await choose(owner, "gdpr");
	const requirement = "Art. 32(1)";
	const controlId = requirementOf(await frameworkOf(owner, "gdpr"), requirement).controls[0]?.controlId as string;
	const add = async (more: Record<string, unknown>) => {
		const id = randomUUID();
		const body = {
			id,
			title: "Disk encryption",
			note: "All of them.",
			takenAt: "2026-01-01T00:00:00.000Z",
			device: "",
			files: [],
			about: [
				{ type: "requirement", id: `gdpr ${requirement}` },
				{ type: "control", id: controlId },
			],
			...more,
		};
		expect((await owner.call("addEvidence", { body })).status).toBe(202);
		const decision = { evidenceId: id, decision: "submitted", reason: "", saidAt: new Date().toISOString() };
		expect((await owner.call("decideEvidence", { body: decision })).status).toBe(202);
	};
	await add({});
	await add({ expiresOn: "2026-01-02" });
	expect(requirementOf(await frameworkOf(owner, "gdpr"), requirement).evidence).toBe(1);
});
