import { randomUUID } from "node:crypto";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { OSCAL_MODELS } from "#contract/frameworks/effectiveness.ts";
import { API_BASE } from "#contract/routes.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { say } from "../../../support/server/controls.ts";
import {
	addedOn,
	fingerprintOf,
	storeFinding,
	storeRun,
	storeWord,
	testsFor,
} from "../../../support/server/framework-history.ts";
import { choose, decide, decisionBody } from "../../../support/server/frameworks.ts";
import { addMember, createOwner } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();
const query = { from: "2026-03-01", to: "2026-03-31" };

test("the statement is a file of what was decided, for every role that reads", async () => {
	const owner = await createOwner(server);
	await choose(owner, "iso-27001");
	await decide(owner, decisionBody(["A.8.24"], { decision: "not-applicable", justification: "=2+2" }));
	const auditor = await addMember(server, owner, "auditor");
	const read = (format: string) => auditor.call("readStatement", { params: { frameworkId: "iso-27001", format } });
	const csv = await read("csv");
	const { data } = Papa.parse<Record<string, string>>((await csv.text()).trimEnd(), { header: true });
	expect(data.find(({ ID }) => ID === "A.8.24")).toMatchObject({ Decision: "Not applicable", Justification: "'=2+2" });
	for (const [format, magic] of [
		["pdf", "%PDF-1.7"],
		["xlsx", "PK\u0003\u0004"],
	] as const) {
		const file = await read(format);
		expect(file.headers.get("Content-Disposition")).toMatch(
			new RegExp(`filename="statement-of-applicability-iso-27001-.+\\.${format}"`),
		);
		expect(file.headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'");
		expect(
			Buffer.from(await file.arrayBuffer())
				.toString("latin1")
				.startsWith(magic),
		).toBe(true);
	}
	expect(await refusalOf(await read("docx"))).toMatchObject({ status: 400, code: "invalid_body" });
});

test("a file that a link saves, whose place is in its address, arrives whole", async () => {
	const owner = await createOwner(server);
	await choose(owner, "iso-27001");
	await storeFinding(pool, owner.workspaceId, { fingerprint: fingerprintOf(1), firstSeen: "2026-03-02T10:00:00Z" });
	const place = { workspace: owner.workspaceId, clientId: owner.workspaceId };
	for (const path of ["effectiveness/csv", ...OSCAL_MODELS.map((model) => `oscal/${model}`), "bundle"]) {
		const address = `${API_BASE}frameworks/iso-27001/${path}/?${new URLSearchParams({ ...query, ...place })}`;
		const file = await fetch(server.url + address, { headers: { Cookie: owner.cookie } });
		expect(file.status, path).toBe(200);
		expect((await file.arrayBuffer()).byteLength, path).toBeGreaterThan(100);
	}
});

test("OSCAL documents have the window’s findings, open tasks and controls, and the same bytes each time", async () => {
	const owner = await createOwner(server);
	await choose(owner, "iso-27001");
	await addedOn(pool, owner.workspaceId, "2025-01-01");
	await storeFinding(pool, owner.workspaceId, { fingerprint: fingerprintOf(1), firstSeen: "2026-03-02T10:00:00Z" });
	const taskId = randomUUID();
	await pool.query(
		"INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, created_at) VALUES ($1, $1, $2, 'Fix it', 'person', '2026-03-03')",
		[owner.workspaceId, taskId],
	);
	await pool.query(
		`INSERT INTO task_controls (workspace_id, task_id, control_id)
		 SELECT DISTINCT ON (workspace_id) workspace_id, $2::uuid, control_id FROM control_requirements
		 WHERE workspace_id = $1 AND framework = 'iso-27001' ORDER BY workspace_id, control_id`,
		[owner.workspaceId, taskId],
	);
	const read = async (model: string) => {
		const answer = await owner.call("readOscal", { params: { frameworkId: "iso-27001", model }, query });
		expect(answer.status).toBe(200);
		return answer.text();
	};
	const [results = "", plan = "", components = ""] = await Promise.all(OSCAL_MODELS.map(read));
	expect(await Promise.all(OSCAL_MODELS.map(read))).toEqual([results, plan, components]);
	const { observations, risks } = JSON.parse(results)["assessment-results"].results[0];
	expect(observations.filter((each: { types: string[] }) => each.types.includes("finding")).length).toBe(1);
	expect(risks).toMatchObject([{ status: "open", deadline: "2026-03-17T00:00:00Z" }]);
	const items = JSON.parse(plan)["plan-of-action-and-milestones"]["poam-items"];
	expect(items.map(({ title }: { title: string }) => title)).toEqual(["A finding", "Fix it"]);
	expect(JSON.parse(components)["component-definition"].components.length).toBeGreaterThan(10);
});

test("a document was last modified when what it is made from was: by a run, a word, a test, or official words", async () => {
	const owner = await createOwner(server);
	await choose(owner, "iso-27001");
	const client = [owner.workspaceId];
	await pool.query("UPDATE framework_choices SET chosen_at = '2025-01-01' WHERE client_id = $1", client);
	await pool.query("UPDATE controls SET created_at = '2025-01-01' WHERE client_id = $1", client);
	await addedOn(pool, owner.workspaceId, "2025-01-02");
	const modified = async () => {
		const params = { frameworkId: "iso-27001", model: "component-definition" };
		const answer = await owner.call("readOscal", { params, query });
		return (await answer.json())["component-definition"].metadata["last-modified"];
	};
	expect(await modified()).toBe("2026-03-01T00:00:00.000Z");
	await storeFinding(pool, owner.workspaceId, { fingerprint: fingerprintOf(1), firstSeen: "2026-03-02T10:00:00Z" });
	expect(await modified()).toBe("2026-03-02T10:00:00.000Z");
	const word = { fingerprint: fingerprintOf(1), state: "accepted", reason: "Because." };
	await storeWord(pool, owner.workspaceId, { ...word, at: "2026-03-03T10:00:00Z" });
	expect(await modified()).toBe("2026-03-03T10:00:00.000Z");
	const [scan] = await testsFor(pool, owner.workspaceId, "missing-hsts");
	if (!scan) throw new Error("no scan test");
	await storeRun(pool, owner.workspaceId, { ...scan, at: "2026-03-04T10:00:00Z", result: "passed" });
	expect(await modified()).toBe("2026-03-04T10:00:00.000Z");
	await pool.query("UPDATE control_tests SET changed_at = '2026-04-05T10:00:00Z' WHERE id = $1", [scan.testId]);
	expect(await modified()).toBe("2026-04-05T10:00:00.000Z");
	await pool.query(
		`INSERT INTO framework_catalogs (workspace_id, framework, title, version, loaded_at, sha256)
		 VALUES ($1, 'iso-27001', 'x', '1', '2026-04-06T10:00:00Z', '')`,
		client,
	);
	expect(await modified()).toBe("2026-04-06T10:00:00.000Z");
	const before = new Date().toISOString();
	const change = { controlId: scan.controlId, change: { state: "operating" }, saidAt: "2026-04-07T10:00:00.000Z" };
	expect(await say(owner, "changeControl", change)).toBe(1);
	expect((await modified()) >= before).toBe(true);
});
