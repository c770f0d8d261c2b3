import { expect, test } from "vitest";
import { API_BASE, API_PATHS, fillPath } from "#contract/routes.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { xlsxFile } from "#server/platform/files/xlsx/xlsx-file.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { frameworkOf, requirementOf } from "../../../support/server/frameworks.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const send = (path: string, member: TestMember, body: string | Buffer, type: string) =>
	fetch(server.url + API_BASE + fillPath(path, { frameworkId: "iso-27001" }), {
		method: "POST",
		headers: { ...asAccount(member), "Plumbline-Workspace": member.workspaceId, "Content-Type": type },
		body: typeof body === "string" ? body : new Uint8Array(body),
	});

const CSV = "id,title,text\nA.5.1,Official title,Official words\nA.8.24,Cryptography,Words\nA.9.2.1,Old,Text\n";

const load = (member: TestMember, body: string | Buffer, type: string) => send(API_PATHS.catalog, member, body, type);
const preview = (member: TestMember, body: string | Buffer, type: string) =>
	send(API_PATHS.catalogPreview, member, body, type);
const oscal = (title: string, ...ids: string[]) =>
	JSON.stringify({ catalog: { metadata: { title }, controls: ids.map((id) => ({ id, title: `Title of ${id}` })) } });
const params = { frameworkId: "iso-27001" };

test("official words are shown where they belong, in every client, until they are dropped", async () => {
	const owner = await createOwner(server);
	const client = await addClient(server, owner.workspaceId, "Acme");
	const answer = await load(owner, CSV, "text/csv; charset=utf-8");
	expect(answer.status).toBe(200);
	const loaded = await answer.json();
	expect(loaded).toMatchObject({ title: "CSV file", version: "", taken: 2, leftOut: 0 });
	expect(loaded.without.length).toBe(100);
	expect(loaded.notTaken).toEqual([
		{ where: "row 4", id: "A.9.2.1", kind: "unknown", why: expect.stringContaining("2013") },
	]);
	for (const headers of [{}, { "Plumbline-Client": client }]) {
		const detail = await frameworkOf(owner, "iso-27001", headers);
		expect(detail.catalog).toMatchObject({ title: "CSV file", texts: 2 });
		expect(requirementOf(detail, "A.5.1").official).toEqual({ title: "Official title", text: "Official words" });
		expect(requirementOf(detail, "A.5.2").official).toBeNull();
	}
	expect((await frameworkOf(await createOwner(server), "iso-27001")).catalog).toBeNull();
	expect((await owner.call("dropCatalog", { params })).status).toBe(204);
	const without = await frameworkOf(owner, "iso-27001");
	expect([without.catalog, requirementOf(without, "A.5.1").official]).toEqual([null, null]);
	const { rows } = await pool.query(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND subject_type = 'catalog' ORDER BY id",
		[owner.workspaceId],
	);
	expect(rows).toEqual([{ what: "catalog-loaded" }, { what: "catalog-dropped" }]);
});

test("words that were taken out are put back for a day, and only those", async () => {
	const owner = await createOwner(server);
	const restore = () => owner.call("restoreCatalog", { params });
	expect(await refusalOf(await restore())).toMatchObject({ status: 404, code: "not_found" });
	await load(owner, CSV, "text/csv");
	await owner.call("dropCatalog", { params });
	expect((await restore()).status).toBe(204);
	expect(requirementOf(await frameworkOf(owner, "iso-27001"), "A.5.1").official?.title).toBe("Official title");
	await owner.call("dropCatalog", { params });
	await load(owner, oscal("ISO/IEC 27001:2022", "A.5.2"), "application/json");
	expect((await restore()).status).toBe(204);
	expect((await frameworkOf(owner, "iso-27001")).catalog).toMatchObject({ title: "ISO/IEC 27001:2022", texts: 1 });
	await owner.call("dropCatalog", { params });
	await pool.query("UPDATE framework_catalogs SET taken_out_at = now() - interval '25 hours' WHERE workspace_id = $1", [
		owner.workspaceId,
	]);
	await deleteOldData(pool, 90);
	expect(await refusalOf(await restore())).toMatchObject({ status: 404 });
	const { rows } = await pool.query(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND subject_type = 'catalog' ORDER BY id",
		[owner.workspaceId],
	);
	const [loaded, dropped] = ["catalog-loaded", "catalog-dropped"];
	expect(rows.map(({ what }) => what)).toEqual([loaded, dropped, loaded, dropped, loaded, dropped]);
});

test("a preview says what would be taken, and takes nothing", async () => {
	const owner = await createOwner(server);
	await load(owner, CSV, "text/csv");
	const answer = await preview(owner, oscal("ISO/IEC 27001:2022", "A.5.2", "A.5.3", "X.1"), "application/json");
	expect(await answer.json()).toMatchObject({
		isSaid: true,
		taken: 2,
		counts: { unknown: 1, withdrawn: 0, unusable: 0 },
		notTaken: [{ where: "controls/2", id: "X.1", kind: "unknown" }],
	});
	expect((await frameworkOf(owner, "iso-27001")).catalog).toMatchObject({ title: "CSV file" });
});

test("another edition is refused before and while loading, with the number of ids that would not fit", async () => {
	const owner = await createOwner(server);
	for (const send of [preview, load]) {
		const body = oscal("ISO/IEC 27001:2013", "A.5.1", "A.5.1.1", "A.9.2.1");
		expect(await refusalOf(await send(owner, body, "application/json"))).toMatchObject({
			status: 422,
			code: "file_refused",
			message: expect.stringContaining("It says that it is ISO/IEC 27001:2013, and this is ISO/IEC 27001:2022"),
		});
		expect((await refusalOf(await send(owner, body, "application/json"))).message).toContain(
			"2 of its 3 IDs would not fit.",
		);
	}
	expect((await frameworkOf(owner, "iso-27001")).catalog).toBeNull();
});

test("a later file takes the place of the one before, whatever its kind", async () => {
	const owner = await createOwner(server);
	await load(owner, CSV, "text/csv");
	const xlsx = await xlsxFile(
		[
			{
				name: "a",
				columns: ["ID", "Text"].map((head) => ({ head, width: 9 })),
				rows: [["A.5.2", "From a sheet"]],
			},
		],
		new Date("2026-01-01"),
	);
	expect(await (await load(owner, xlsx, XLSX)).json()).toMatchObject({ title: "XLSX file", taken: 1 });
	const catalog = { metadata: { title: "OSCAL", version: "3" }, controls: [{ id: "a.5.3", title: "From OSCAL" }] };
	const answer = await load(owner, JSON.stringify({ catalog }), "application/json");
	expect(await answer.json()).toMatchObject({ title: "OSCAL", version: "3", taken: 1 });
	const { all } = await frameworkOf(owner, "iso-27001");
	expect(all.flatMap(({ id, official }) => (official ? [[id, official.title]] : []))).toEqual([
		["A.5.3", "From OSCAL"],
	]);
});

test("a file of which nothing can be taken changes nothing and says why", async () => {
	const owner = await createOwner(server);
	await load(owner, CSV, "text/csv");
	const refused = await refusalOf(await load(owner, "id,text\nX.1,Text\n", "text/csv"));
	expect(refused).toMatchObject({
		status: 422,
		code: "file_refused",
		message:
			"Nothing was taken from this file, and nothing was changed. It has no words for any requirement of this framework.",
		details: { notTaken: [{ where: "row 2", id: "X.1" }] },
	});
	for (const [body, type] of [
		["{", "application/json"],
		["PK", XLSX],
		["", "text/csv"],
	] as const) {
		expect(await refusalOf(await load(owner, body, type)), type).toMatchObject({ status: 422, code: "file_refused" });
	}
	expect(await refusalOf(await load(owner, CSV, "application/pdf"))).toMatchObject({ status: 415 });
	expect((await frameworkOf(owner, "iso-27001")).catalog).toMatchObject({ texts: 2 });
});

test("a catalog that is too large is not read, and one that is nested without end is refused", async () => {
	const owner = await createOwner(server);
	expect(await refusalOf(await load(owner, Buffer.alloc(50_000_001, 0x20), "text/csv"))).toMatchObject({
		status: 413,
		code: "payload_too_large",
	});
	const deep = `{"catalog":${'{"groups":['.repeat(200_000)}${"]}".repeat(200_000)}}`;
	expect(await refusalOf(await load(owner, deep, "application/json"))).toMatchObject({
		status: 422,
		message: expect.stringContaining("Nothing was taken"),
	});
});

test("the server answers others while a large catalog is read", async () => {
	const owner = await createOwner(server);
	const rows = Array.from({ length: 40_000 }, (_, n) => `X.${n},${"word ".repeat(100)}`);
	const loading = load(owner, ["id,text", "A.8.24,Words", ...rows].join("\n"), "text/csv");
	let answered = 0;
	let isDone = false;
	const watch = async () => {
		while (!isDone) {
			await owner.call("readHealth");
			answered += 1;
		}
	};
	const watching = watch();
	const loaded = await (await loading).json();
	isDone = true;
	await watching;
	expect(loaded).toMatchObject({ taken: 1, leftOut: 39_500 });
	// If it were read between requests, one answer would have waited for all of it.
	expect(answered).toBeGreaterThan(5);
});

test("only those who manage a workspace load words into it", async () => {
	const owner = await createOwner(server);
	const consultant = await addMember(server, owner, "consultant");
	expect(await refusalOf(await load(consultant, CSV, "text/csv"))).toMatchObject({
		status: 403,
		code: "role_required",
	});
	expect((await preview(consultant, CSV, "text/csv")).status).toBe(403);
	const dropped = await consultant.call("dropCatalog", { params });
	expect(await refusalOf(dropped)).toMatchObject({ status: 403, code: "role_required" });
});
