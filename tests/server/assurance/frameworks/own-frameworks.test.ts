import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { OwnFrameworkChange, OwnFrameworkReport, OwnFrameworkUse } from "#contract/frameworks/own-frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { workspaceId } from "#contract/ids.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { readFrameworkDetails } from "#server/assurance/frameworks/store/framework-details.ts";
import { readCompliance } from "#server/assurance/reports/store/report-compliance.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { choose, decide, decisionBody, frameworkOf, requirementOf } from "../../../support/server/frameworks.ts";
import {
	ABOUT,
	addGroupStandard,
	addOwn,
	csvOfGroup,
	listOwn,
	oscalOfGroup,
	XLSX,
	xlsxOfGroup,
} from "../../../support/server/own-frameworks.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();
const query = { from: "2026-11-01", to: "2026-11-28" };

const preview = async (member: TestMember, content: string | Buffer, type: string): Promise<OwnFrameworkReport> => {
	const answer = await member.call("previewOwnFramework", { file: { content, type } });
	expect(answer.status, await answer.clone().text()).toBe(200);
	return answer.json();
};
const controlsOf = async (member: TestMember, headers = {}) =>
	(await (await member.call("listControls", { headers })).json()).controls as {
		id: string;
		code: string;
		requirements: { framework: string }[];
		ownRequirements: { framework: string; requirementId: string }[];
	}[];

test.each([
	["a CSV file", () => csvOfGroup(), "text/csv"],
	["an XLSX file", xlsxOfGroup, XLSX],
	["an OSCAL catalog", () => oscalOfGroup(), "application/json"],
])(
	"a framework is added from %s as its preview says, chosen, and then stands as ours do",
	async (_what, make, type) => {
		const owner = await createOwner(server);
		const file = await make();
		expect(await preview(owner, file, type)).toMatchObject({
			requirements: 5,
			headings: 2,
			controls: 5,
			linked: 4,
			unknownCodes: ["XX-99"],
			groups: [
				{ title: "Access", requirements: 2 },
				{ title: "Operations", requirements: 3 },
			],
			counts: { withdrawn: 0, unusable: 0 },
		});
		expect(await listOwn(owner)).toEqual([]);
		const answer = await addOwn(owner, file, { type });
		expect(answer.status, await answer.clone().text()).toBe(201);
		const { id, requirements } = await answer.json();
		expect([id, requirements]).toEqual([expect.stringMatching(/^own-[0-9a-z]{25}$/), 5]);
		expect(await listOwn(owner)).toMatchObject([{ ...ABOUT, id, requirements: 5, chosenAt: null }]);
		expect(await choose(owner, id)).toBe(5);
		const detail = await frameworkOf(owner, id);
		expect(detail.all.map((one) => one.id)).toHaveLength(7);
		expect(requirementOf(detail, "GS-1")).toMatchObject({
			title: "Who may enter",
			about: "Access is given by role and reviewed twice a year.",
			official: null,
			standing: "not-evaluated",
			controls: [{ code: "AC-01" }, { code: "AC-02" }],
			defaultReasons: ["practice"],
		});
		// What is too long for a list is shown in full on its own.
		expect(requirementOf(detail, "GS-2").about).toHaveLength(400);
		expect(requirementOf(detail, "GS-2").official?.text.length).toBeGreaterThan(600);
		expect(requirementOf(detail, "GS-5").controls).toEqual([]);
		await decide(
			owner,
			decisionBody(["GS-5"], { framework: id, decision: "not-applicable", justification: "No logs." }),
		);
		expect((await listOwn(owner))[0]?.decisions).toMatchObject({ undecided: 4, "not-applicable": 1 });
	},
);

test("its files are made as those of ours are", async () => {
	const owner = await createOwner(server);
	const id = await addGroupStandard(owner);
	await choose(owner, id);
	const params = { frameworkId: id };
	const statement = await owner.call("readStatement", { params: { ...params, format: "csv" } });
	expect(await statement.text()).toContain("GS-3");
	const nameOf = (answer: Response) => answer.headers.get("Content-Disposition");
	expect(nameOf(statement)).toMatch(/statement-of-applicability-group-security-standard-.+\.csv/);
	for (const format of ["pdf", "xlsx"]) {
		expect((await owner.call("readStatement", { params: { ...params, format } })).status).toBe(200);
	}
	for (const format of ["pdf", "csv"]) {
		expect((await owner.call("readEffectivenessFile", { params: { ...params, format }, query })).status).toBe(200);
	}
	const oscal = await owner.call("readOscal", { params: { ...params, model: "component-definition" }, query });
	const definition = JSON.parse(await oscal.text())["component-definition"];
	const [component] = definition.components;
	expect(component["control-implementations"]).toMatchObject([
		{
			source: `urn:plumbline:framework:${id}`,
			"implemented-requirements": [
				{
					"control-id": "GS-1",
					props: expect.arrayContaining([expect.objectContaining({ name: "label", value: "GS-1" })]),
				},
			],
		},
	]);
	const bundle = await owner.call("readBundle", { params, query });
	expect(nameOf(bundle)).toMatch(/audit-bundle-group-security-standard-.+-2026-11-01-2026-11-28\.zip/);
	const files = unzipSync(new Uint8Array(await bundle.arrayBuffer()));
	expect(Buffer.from(files["index.html"] ?? []).toString()).toContain("<h1>Group security standard</h1>");
	expect(Buffer.from(files["documents/statement-of-applicability.csv"] ?? []).toString()).toContain("GS-1");
});

test("a compliance report covers it if a client chose it, and names it once it was asked for", async () => {
	const owner = await createOwner(server);
	const id = await addGroupStandard(owner);
	await choose(owner, id);
	const request = { template: "compliance-report" as const, hosts: [], clients: [] };
	const asked = {
		workspaceId: workspaceId.parse(owner.workspaceId),
		clientId: null,
		id: "",
		name: "",
		createdBy: "",
		company: "",
		attempts: 1,
	};
	const read = (frameworks?: FrameworkId[]) =>
		readCompliance(pool, readFrameworkDetails, {
			asked: { ...asked, request: { ...request, ...(frameworks && { frameworks }) } },
			targets: [],
			now: new Date(),
		});
	const [of] = await read();
	expect(of?.frameworks.map(({ name }) => name)).toEqual([ABOUT.name]);
	expect(of?.controls.map(({ code }) => code)).toEqual(["AC-01", "AC-02", "AC-03", "BC-01", "VM-01"]);
	expect((await read(["soc-2"]))[0]?.frameworks.map((one) => one.id)).toEqual(["soc-2"]);
	const body = { ...request, frameworks: [id, "soc-2"] };
	const { receipt } = await (await owner.call("requestReport", { body })).json();
	const detail = await (await owner.call("readReport", { params: { reportId: receipt.reportId } })).json();
	expect([detail.request.frameworks, detail.ownFrameworks]).toEqual([["soc-2"], [id]]);
});

test("a requirement is linked on a control's own page, which names it apart from ours", async () => {
	const owner = await createOwner(server);
	const id = await addGroupStandard(owner);
	await choose(owner, id);
	const [control = expect.fail()] = await controlsOf(owner);
	const link = (requirementId: string, linked = true) =>
		owner.call("linkRequirement", {
			params: { controlId: control.id },
			body: { framework: id, requirementId, linked },
		});
	const linked = await (await link("GS-5")).json();
	expect(linked.ownRequirements).toContainEqual({ framework: id, requirementId: "GS-5" });
	// Earlier versions of the app refuse a list with a framework that is not ours.
	expect(linked.requirements.every(({ framework }: { framework: string }) => !framework.startsWith("own-"))).toBe(true);
	expect(await refusalOf(await link("GS-6"))).toMatchObject({ status: 400 });
	const filtered = await owner.call("listControls", { query: { framework: id, requirement: "GS-5" } });
	expect((await filtered.json()).controls.map(({ code }: { code: string }) => code)).toEqual([control.code]);
});

test("another workspace has no such framework, and adds one of the same name", async () => {
	const [owner, other] = [await createOwner(server), await createOwner(server)];
	const id = await addGroupStandard(owner);
	expect(await listOwn(other)).toEqual([]);
	for (const [name, body] of [
		["readFramework", undefined],
		["chooseFramework", { chosen: true }],
		["listBundleLinks", undefined],
	] as const) {
		const answer = await other.call(name, { params: { frameworkId: id }, ...(body && { body }) });
		expect(await refusalOf(answer), name).toMatchObject({ status: 404, code: "not_found" });
	}
	const decision = await other.call("decideRequirements", { body: decisionBody(["GS-1"], { framework: id }) });
	expect(await refusalOf(decision)).toMatchObject({ status: 404, code: "not_found" });
	expect(await refusalOf(await other.call("deleteOwnFramework", { params: { ownFrameworkId: id } }))).toMatchObject({
		status: 404,
	});
	expect(await addGroupStandard(other)).not.toBe(id);
});

test("all clients of the workspace share it, members who do not manage cannot change it", async () => {
	const owner = await createOwner(server);
	const client = await addClient(server, owner.workspaceId, "Acme");
	const id = await addGroupStandard(owner);
	const headers = { "Plumbline-Client": client };
	await choose(owner, id, true, headers);
	expect([(await listOwn(owner))[0]?.chosenAt, (await listOwn(owner, headers))[0]?.chosenAt]).toEqual([
		null,
		expect.any(String),
	]);
	for (const role of ["consultant", "contributor", "auditor"] as const) {
		const member = await addMember(server, owner, role);
		expect((await listOwn(member)).map((one) => one.id)).toEqual([id]);
		const params = { ownFrameworkId: id };
		expect(await refusalOf(await addOwn(member, csvOfGroup())), role).toMatchObject({ status: 403 });
		expect(await refusalOf(await member.call("deleteOwnFramework", { params })), role).toMatchObject({ status: 403 });
	}
});

test("a name belongs to one framework, and is changed", async () => {
	const owner = await createOwner(server);
	const id = await addGroupStandard(owner);
	const taken = { status: 409, code: "already_exists" };
	expect(await refusalOf(await addOwn(owner, csvOfGroup()))).toMatchObject(taken);
	expect(
		await refusalOf(await addOwn(owner, csvOfGroup(), { about: { ...ABOUT, name: "nist csf 2.0" } })),
	).toMatchObject(taken);
	const params = { ownFrameworkId: id };
	const body = { ...ABOUT, name: "Group standard", kind: "law" };
	expect((await owner.call("changeOwnFramework", { params, body })).status).toBe(204);
	expect(await listOwn(owner)).toMatchObject([{ name: "Group standard", kind: "law", requirements: 5 }]);
	const { rows } = await pool.query(
		"SELECT what, detail FROM audit_entries WHERE workspace_id = $1 AND subject_type = 'framework' ORDER BY id",
		[owner.workspaceId],
	);
	expect(rows).toEqual([
		{ what: "framework-added", detail: { title: ABOUT.name, version: "3" } },
		{ what: "framework-changed", detail: { title: "Group standard", titleBefore: ABOUT.name, version: "3" } },
	]);
});

test("what rests on it is said, it is deleted, put back for a day, and then gone", async () => {
	const owner = await createOwner(server);
	const id = await addGroupStandard(owner);
	await choose(owner, id);
	await decide(owner, decisionBody(["GS-1", "GS-2"], { framework: id }));
	const params = { ownFrameworkId: id };
	const use: OwnFrameworkUse = await (await owner.call("readOwnFrameworkUse", { params })).json();
	expect(use).toEqual({ name: ABOUT.name, clients: 1, decisions: 2, approvals: 0, controls: 5, bundleLinks: 0 });
	const overview = async () => (await (await owner.call("complianceOverview")).json()) as { begun: boolean };
	expect(await overview()).toMatchObject({ begun: true, auditor: { undecided: 3 } });
	expect((await owner.call("deleteOwnFramework", { params })).status).toBe(204);
	expect(await listOwn(owner)).toEqual([]);
	expect((await controlsOf(owner)).flatMap(({ ownRequirements }) => ownRequirements)).toEqual([]);
	expect(await refusalOf(await owner.call("readFramework", { params: { frameworkId: id } }))).toMatchObject({
		status: 404,
	});
	expect(await overview()).toMatchObject({ begun: false });
	expect((await owner.call("restoreOwnFramework", { params })).status).toBe(204);
	expect(requirementOf(await frameworkOf(owner, id), "GS-1").decision?.state).toBe("applicable");
	await owner.call("deleteOwnFramework", { params });
	await pool.query("UPDATE own_frameworks SET deleted_at = now() - interval '25 hours' WHERE workspace_id = $1", [
		owner.workspaceId,
	]);
	await deleteOldData(pool, 90);
	expect(await refusalOf(await owner.call("restoreOwnFramework", { params }))).toMatchObject({ status: 404 });
});

test("a new version says what goes, keeps the decisions on what stays, and adds the links that are new", async () => {
	const owner = await createOwner(server);
	const id = await addGroupStandard(owner);
	await choose(owner, id);
	await decide(owner, decisionBody(["GS-1", "GS-2"], { framework: id }));
	const controls = await controlsOf(owner);
	const controlId = controls.find(({ code }) => code === "AC-01")?.id ?? expect.fail();
	const body = { framework: id, requirementId: "GS-1", linked: false };
	await owner.call("linkRequirement", { params: { controlId }, body });
	const file = {
		content: csvOfGroup([
			["Access", "GS-1", "Who may enter", "By role.", "AC-01; AC-02; VM-01"],
			["", "GS-7", "Visitors", "Visitors are met at the door.", ""],
		]),
		type: "text/csv",
	};
	const params = { ownFrameworkId: id };
	const change: OwnFrameworkChange = await (await owner.call("previewOwnFrameworkFile", { params, file })).json();
	expect(change).toMatchObject({ requirements: 2, added: 1, goneCount: 4 });
	expect(change.gone[0]).toEqual({ id: "GS-2", title: "Leavers", decisions: 1, controls: 1 });
	const replaced = await owner.call("replaceOwnFrameworkFile", { params, query: { ...ABOUT, version: "4" }, file });
	expect(replaced.status, await replaced.clone().text()).toBe(200);
	const detail = await frameworkOf(owner, id);
	expect([detail.version, detail.requirements, detail.catalog]).toEqual(["4", 2, null]);
	expect(requirementOf(detail, "GS-1")).toMatchObject({
		decision: { state: "applicable" },
		// The link that a person removed does not come back.
		controls: [{ code: "AC-02" }, { code: "VM-01" }],
	});
	expect((await controlsOf(owner)).flatMap(({ ownRequirements }) => ownRequirements)).toHaveLength(2);
});

const many = (count: number) => csvOfGroup(Array.from({ length: count }, (_, n) => ["", `R-${n}`, "T", "Words.", ""]));
const csf = `id,title\n${["GV.OC-01", "GV.OC-02", "PR.AA-01", "PR.AA-02"].map((id) => `${id},T`).join("\n")}`;

test.each([
	["is empty", "", "It is empty."],
	["has no table", "Hello", "No columns with IDs and words were found."],
	["has no ids", "id,title\n,One\n,Two", "None of its entries has an ID"],
	["has an id twice", "id,title\nA-1,One\nA-1,Two\nA-2,Three", "this ID more than once: A-1."],
	["is too long", many(2_001), "It has 2,001 requirements and headings, and a framework can have 2,000."],
	["is one of ours", `NIST CSF 2.0\n${csf}`, "It is NIST CSF 2.0 (2.0, "],
])("a file that %s is refused, and nothing is added", async (_what, content, why) => {
	const owner = await createOwner(server);
	for (const answer of [
		await owner.call("previewOwnFramework", { file: { content, type: "text/csv" } }),
		await addOwn(owner, content),
	]) {
		const refused = await refusalOf(answer);
		expect(refused).toMatchObject({ status: 422, code: "file_refused" });
		expect(refused.message).toContain("Nothing was added.");
		expect(refused.message).toContain(why);
		if (why.includes("CSF")) expect(refused.details).toEqual({ framework: "nist-csf" });
	}
	expect(await listOwn(owner)).toEqual([]);
});
