import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { FrameworkDetail, FrameworkList } from "#contract/frameworks/frameworks.ts";
import { API_PATHS } from "#contract/routes.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { decisionBody, requirementOf } from "../../../support/server/frameworks.ts";
import { ABOUT, csvOfGroup } from "../../../support/server/own-frameworks.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { about, bodyOf, type Consultancy, createConsultancy } from "./consultancy.ts";
import { type Files, repacked } from "./repack.ts";

const server = await startTestServer();

const download = async (of: Consultancy, clientId: string): Promise<Buffer> => {
	const answer = await of.call("readClientFile", { params: { clientId } });
	expect(answer.status).toBe(200);
	return Buffer.from(await answer.arrayBuffer());
};
const upload = (to: Consultancy, file: Uint8Array) =>
	to.upload(API_PATHS.importClient, file, { "Content-Type": "application/zip" });
const listOwn = async (of: Consultancy): Promise<FrameworkList["own"]> =>
	(await bodyOf(await of.call("listFrameworks"))).own;

/** A client that follows a framework which its workspace added. */
async function withOwn() {
	const ada = await createConsultancy(server);
	const client = await ada.addClient("Acme");
	const file = { content: csvOfGroup(), type: "text/csv" };
	const { id } = await bodyOf(await ada.call("addOwnFramework", { query: ABOUT, file }), 201);
	await bodyOf(
		await ada.call("chooseFramework", { ...about(client.id), params: { frameworkId: id }, body: { chosen: true } }),
	);
	const body = decisionBody(["GS-1"], { framework: id });
	await bodyOf(await ada.call("decideRequirements", { ...about(client.id), body }), 202);
	return { ada, id: id as string, file: await download(ada, client.id) };
}

test("a framework that the workspace added goes along with a client, with its words, links and decisions", async () => {
	const { id, file } = await withOwn();
	const bea = await createConsultancy(server);
	const client = await bodyOf(await upload(bea, file), 201);
	expect(await listOwn(bea)).toMatchObject([{ ...ABOUT, id, requirements: 5 }]);
	const detail: FrameworkDetail = await bodyOf(
		await bea.call("readFramework", { ...about(client.id), params: { frameworkId: id } }),
	);
	expect(detail.chosenAt).not.toBeNull();
	expect(requirementOf(detail, "GS-1")).toMatchObject({
		decision: { state: "applicable" },
		controls: [{ code: "AC-01" }, { code: "AC-02" }],
	});
	expect(requirementOf(detail, "GS-2").official?.text.length).toBeGreaterThan(600);
});

test("one that is there already stays as it is, and a name that is taken gets a number", async () => {
	const { ada, id, file } = await withOwn();
	const params = { ownFrameworkId: id };
	expect((await ada.call("changeOwnFramework", { params, body: { ...ABOUT, name: "Ours" } })).status).toBe(204);
	await bodyOf(await upload(ada, file), 201);
	expect((await listOwn(ada)).map(({ name }) => name)).toEqual(["Ours"]);
	const bea = await createConsultancy(server);
	const content = { content: csvOfGroup(), type: "text/csv" };
	await bodyOf(await bea.call("addOwnFramework", { query: ABOUT, file: content }), 201);
	await bodyOf(await upload(bea, file), 201);
	expect((await listOwn(bea)).map(({ name }) => name)).toEqual([ABOUT.name, `${ABOUT.name} (2)`]);
});

test("a framework in a file that is not a whole one is refused", async () => {
	const { file } = await withOwn();
	const files: Files = unzipSync(file);
	const path = Object.keys(files).find((name) => name.startsWith("data/frameworks-")) ?? expect.fail();
	const rows = JSON.parse(Buffer.from(files[path] ?? []).toString());
	for (const broken of [
		{ id: "own-0000000000000000000000000" },
		{ requirements: [{ id: "A", parent: "B", title: "T", about: "" }] },
	]) {
		const changed = rows.map((row: { own?: { pack: object } }) =>
			row.own ? { ...row, own: { ...row.own, pack: { ...row.own.pack, ...broken } } } : row,
		);
		const refused = await refusalOf(
			await upload(
				await createConsultancy(server),
				repacked({ ...files, [path]: Buffer.from(JSON.stringify(changed)) }),
			),
		);
		expect(refused).toMatchObject({ status: 400, code: "invalid_body" });
		expect(refused.message).toContain("a framework that cannot be used");
	}
});
