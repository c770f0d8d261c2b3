import { expect, test } from "vitest";
import { template as templateSchema } from "#contract/assessments/template.ts";
import { TEMPLATES } from "#contract/assessments/templates.ts";
import { SMALL } from "../../../support/assessments/small-template.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { begin, giveTemplate, readAssessment } from "../../../support/server/assessments.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const listOf = async (member: TestMember) => (await (await member.call("listTemplates")).json()).templates;
const load = (member: TestMember, body: BodyInit, type: string) =>
	fetch(`${server.url}/api/v1/assessments/templates/`, {
		method: "POST",
		headers: { ...asAccount(member), "Plumbline-Workspace": member.workspaceId, "Content-Type": type },
		body,
	});
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

test("ours are listed whole; one that is loaded is the next version of its ID, and what was begun stays as it was", async () => {
	const owner = await createOwner(server);
	expect(await listOf(owner)).toEqual(TEMPLATES.map((template) => ({ template, own: false })));
	expect(await giveTemplate(owner)).toEqual({ id: "small", version: 1 });
	const id = await begin(owner);
	expect(await giveTemplate(owner, { ...SMALL, title: "A small visit, shorter" })).toEqual({ id: "small", version: 2 });
	expect((await readAssessment(owner, id)).template.title).toBe("A small visit");
	expect((await listOf(owner)).at(-1)).toMatchObject({ own: true, template: { version: 2 } });
	// A device that was offline starts with the version that it has.
	await begin(owner, { template: { id: "small", version: 1 } });
	const stranger = await createOwner(server);
	expect(await listOf(stranger)).toHaveLength(TEMPLATES.length);
	const params = { templateId: "small", format: "json" };
	expect((await stranger.call("readTemplateFile", { params })).status).toBe(404);
});

test("a template under an ID of ours takes the place of ours in this workspace", async () => {
	const owner = await createOwner(server);
	const vendor = templateSchema.parse(TEMPLATES.find(({ id }) => id === "vendor"));
	const { version } = await giveTemplate(owner, { ...vendor, title: "Our own" });
	expect(version).toBe(vendor.version + 1);
	const listed = (await listOf(owner)).filter(({ template }: { template: { id: string } }) => template.id === "vendor");
	expect(listed).toMatchObject([{ own: true, template: { title: "Our own" } }]);
});

test.each(["json", "xlsx"])("what is exported as %s can be loaded again", async (format) => {
	const owner = await createOwner(server);
	const file = await owner.call("readTemplateFile", { params: { templateId: "site-visit", format } });
	expect(file.status).toBe(200);
	expect(file.headers.get("content-disposition")).toContain(`template-site-visit-1.${format}`);
	const loaded = await load(owner, await file.arrayBuffer(), format === "json" ? "application/json" : XLSX);
	expect(loaded.status, await loaded.clone().text()).toBe(200);
	const { template } = await loaded.json();
	expect({ ...template, version: 1 }).toEqual(TEMPLATES.find(({ id }) => id === "site-visit"));
	const { rows } = await pool.query(
		"SELECT what, detail FROM audit_entries WHERE workspace_id = $1 AND subject_type = 'template' ORDER BY id",
		[owner.workspaceId],
	);
	expect(rows).toMatchObject([
		{ what: "downloaded", detail: { format } },
		{ what: "template-loaded", detail: { title: template.title, version: "2" } },
	]);
});

test("a file that is none is refused with what is wrong, and nothing is taken", async () => {
	const owner = await createOwner(server);
	const [section] = SMALL.sections;
	const circle = {
		...SMALL,
		sections: [
			{ ...section, questions: [{ id: "a", type: "choice", text: "A", showIf: { question: "b", is: ["yes"] } }] },
		],
	};
	const refused = await refusalOf(await load(owner, JSON.stringify(circle), "application/json"));
	expect(refused).toMatchObject({ status: 422, code: "file_refused" });
	expect(refused.details?.faults).toMatchObject([{ why: expect.stringContaining("b") }]);
	expect(await refusalOf(await load(owner, "{", "application/json"))).toMatchObject({ status: 422 });
	expect(await refusalOf(await load(owner, "PK", XLSX))).toMatchObject({ status: 422 });
	expect(await refusalOf(await load(owner, "a,b", "text/csv"))).toMatchObject({ status: 415 });
	expect(await refusalOf(await load(owner, "x".repeat(5_000_001), "application/json"))).toMatchObject({ status: 413 });
	const contributor = await addMember(server, owner, "contributor");
	expect((await load(contributor, JSON.stringify(SMALL), "application/json")).status).toBe(403);
	expect(await listOf(owner)).toHaveLength(TEMPLATES.length);
});

test("a workspace has so many versions and no more", async () => {
	const owner = await createOwner(server);
	await pool.query(
		`INSERT INTO assessment_templates (workspace_id, id, version, template, loaded_at)
		 SELECT $1, 'small', n, $2, now() FROM generate_series(1, 200) AS n`,
		[owner.workspaceId, JSON.stringify(SMALL)],
	);
	expect(await refusalOf(await load(owner, JSON.stringify(SMALL), "application/json"))).toMatchObject({
		status: 409,
		code: "limit_reached",
	});
});
