import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { about, bodyOf, type Consultancy, createConsultancy } from "./consultancy.ts";
import { type Files, repacked } from "./repack.ts";

const server = await startTestServer();
const { pool } = server.database;

const SECTIONS = ["frameworks", "controls", "tasks", "runs", "words", "evidence"] as const;

const download = async (of: Consultancy, clientId: string): Promise<Buffer> => {
	const answer = await of.call("readClientFile", { params: { clientId } });
	expect(answer.status).toBe(200);
	return Buffer.from(await answer.arrayBuffer());
};
const upload = (to: Consultancy, file: Uint8Array) =>
	to.upload(API_PATHS.importClient, file, { "Content-Type": "application/zip" });
const rowsIn = (files: Files, section: string): Record<string, unknown>[] =>
	Object.keys(files)
		.filter((path) => path.startsWith(`data/${section}-`))
		.toSorted()
		.flatMap((path) => JSON.parse(Buffer.from(files[path] ?? "[]").toString()));

/** Everything but ids, which are new in each workspace, and what depends on them: the order, hashes of records, and the reading. */
function comparable(files: Files) {
	const plain = (value: unknown): unknown => {
		if (typeof value === "string") return /^[0-9a-f-]{36}$/.test(value) ? "an id" : value;
		if (Array.isArray(value))
			return value.map(plain).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
		if (value === null || typeof value !== "object") return value;
		const fields = Object.entries(value).filter(([name]) => name !== "custody");
		return Object.fromEntries(fields.map(([name, inner]) => [name, plain(inner)]));
	};
	const texts = (section: string) => rowsIn(files, section).map((row) => JSON.stringify(plain(row)));
	return Object.fromEntries(SECTIONS.map((section) => [section, texts(section).toSorted()]));
}

/** A consultancy with the sample, about which a person has made entries. */
async function withSample() {
	const ada = await createConsultancy(server);
	const { id } = await bodyOf(await ada.call("addSample"), 201);
	const { controls } = await bodyOf(await ada.call("listControls", about(id)));
	const control = controls.find(({ code }: { code: string }) => code === "BC-01");
	const said = {
		controlId: control.id,
		change: {
			owner: ada.accountId,
			note: "Moved.",
			leftOut: { host: "mail.harbor-clinic.example", reason: "It only relays." },
		},
		saidAt: new Date().toISOString(),
	};
	await bodyOf(await ada.call("changeControl", { ...about(id), body: said }), 202);
	return { ada, id: id as string, file: await download(ada, id) };
}

test("frameworks, controls, runs, tasks, words and evidence go along, without accounts", async () => {
	const { ada, file } = await withSample();
	const files: Files = unzipSync(file);
	for (const section of SECTIONS) expect(rowsIn(files, section).length, section).toBeGreaterThan(0);
	const whole = Object.values(files)
		.map((content) => Buffer.from(content).toString("latin1"))
		.join("\n");
	expect(whole).not.toContain(ada.accountId);

	const bob = await createConsultancy(server);
	const taken = await bodyOf(await upload(bob, file), 201);
	const again: Files = unzipSync(await download(bob, taken.id));
	expect(comparable(again)).toEqual(comparable(files));

	expect(JSON.stringify(comparable(files))).toContain("It only relays.");
	const before = await bodyOf(await ada.call("listControls", about((await sampleOf(ada)) ?? "")));
	const after = await bodyOf(await bob.call("listControls", about(taken.id)));
	const standings = (list: { controls: { code: string; standing: string }[] }) =>
		list.controls.map(({ code, standing }) => `${code} ${standing}`);
	expect(standings(after)).toEqual(standings(before));
	const { rowCount } = await pool.query(
		"SELECT FROM audit_entries WHERE workspace_id = $1 AND what IN ('control-changed', 'requirement-decided', 'test-run')",
		[bob.workspaceId],
	);
	expect(rowCount).toBe(0);
});

const sampleOf = async (of: Consultancy): Promise<string | undefined> => {
	const { clients } = await bodyOf(await of.call("readWorkspace"));
	return clients.find(({ sample }: { sample?: true }) => sample)?.id;
};

const APPROVAL = {
	version: 1,
	approvedAt: "2026-11-01T08:00:00.000Z",
	approvedBy: "<b>Ada</b> \u202e",
	note: '=HYPERLINK("http://evil.example")',
	basis: JSON.parse('{"__proto__": {"state": "applicable", "reasons": ["law"], "justification": "", "controls": []}}'),
};

test.each([
	["a run of a test that is not there", "runs", { testId: randomUUID() }, "of a test that is not in it"],
	["a run on another client's host", "runs", { host: "other.example.com" }, "about a host that is not in it"],
	["a record that was changed", "evidence", { record: { scan: "another" } }, "not what its checksum says"],
	["two approvals of one version", "frameworks", { approvals: [APPROVAL, APPROVAL] }, "holds something twice"],
	["an approval of version 0", "frameworks", { approvals: [{ ...APPROVAL, version: 0 }] }, "what this format needs"],
	["a control of an unknown kind", "controls", { kind: "magic" }, "does not have what this format needs"],
])("a file with %s is refused, and nothing is taken in", async (_what, section, change, why) => {
	const { file } = await withSample();
	const files: Files = unzipSync(file);
	const path = `data/${section}-0001.json`;
	const rows = rowsIn(files, section);
	const index = section === "evidence" ? rows.findIndex(({ record }) => record !== null) : 0;
	const changed = rows.map((row, n) => (n === index ? { ...row, ...change } : row));
	files[path] = Buffer.from(JSON.stringify(changed));
	const bob = await createConsultancy(server);
	expect(await refusalOf(await upload(bob, repacked(files)))).toMatchObject({
		status: 400,
		message: expect.stringContaining(why),
	});
	const { rowCount } = await pool.query("SELECT FROM clients WHERE workspace_id = $1", [bob.workspaceId]);
	expect(rowCount).toBe(1);
});

test("an approval with hostile text goes along as it is, and its requirement of no framework counts for nothing", async () => {
	const { file } = await withSample();
	const files: Files = unzipSync(file);
	const rows = rowsIn(files, "frameworks");
	const [{ framework } = { framework: "" }] = rows;
	const changed = rows.map((row) => (row.framework === framework ? { ...row, approvals: [APPROVAL] } : row));
	files["data/frameworks-0001.json"] = Buffer.from(JSON.stringify(changed));
	const bob = await createConsultancy(server);
	const taken = await bodyOf(await upload(bob, repacked(files)), 201);
	const params = { frameworkId: String(framework) };
	const { statement } = await bodyOf(await bob.call("readFramework", { ...about(taken.id), params }));
	expect(statement.approvals).toMatchObject([{ version: 1, by: { name: APPROVAL.approvedBy }, note: APPROVAL.note }]);
	expect(statement.changed.length).toBeGreaterThan(50);
	expect(statement.changed).not.toContain("__proto__");
});
