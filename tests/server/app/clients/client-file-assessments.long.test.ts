import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { signBody } from "../../../support/server/assessments.ts";
import { addEvidence } from "../../../support/server/evidence.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { about, bodyOf, type Consultancy, createConsultancy } from "./consultancy.ts";
import { fillAssessment, readAssessmentOf } from "./fill-assessment.ts";
import { type Files, repacked } from "./repack.ts";

const server = await startTestServer();
const { pool } = server.database;

const upload = (to: Consultancy, file: Uint8Array) =>
	to.upload(API_PATHS.importClient, file, { "Content-Type": "application/zip" });
const rowsIn = (files: Files, section: string): Record<string, unknown>[] =>
	JSON.parse(Buffer.from(files[`data/${section}-0001.json`] ?? "[]").toString());
/** Without ids and accounts, which are new in each workspace. */
const plain = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value)
			.replace(/"accountId":(?:null|"[0-9a-f-]{36}")/g, '"accountId":"one"')
			.replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"an id"'),
	);

async function withAssessment() {
	const ada = await createConsultancy(server);
	const { id: clientId } = await ada.addClient("Acme");
	const { headers } = about(clientId);
	const evidence = await addEvidence(server, ada, {}, headers);
	const [id = ""] = await fillAssessment(ada, headers, evidence.id);
	const answer = await ada.call("readClientFile", { params: { clientId } });
	expect(answer.status).toBe(200);
	return { ada, clientId, headers, id, file: Buffer.from(await answer.arrayBuffer()) };
}

test("assessments go along with every word, signature, piece of evidence and task, and go on where they are", async () => {
	const { ada, headers, id, file } = await withAssessment();
	const whole = Object.values(unzipSync(file))
		.map((content) => Buffer.from(content).toString("latin1"))
		.join("\n");
	expect(whole).not.toContain(ada.accountId);
	const bob = await createConsultancy(server);
	const taken = await bodyOf(await upload(bob, file), 201);
	const here = about(taken.id).headers;
	const { assessments } = await bodyOf(await bob.call("listAssessments", { headers: here }));
	const [before, after] = [
		await readAssessmentOf(ada, id, headers),
		await readAssessmentOf(bob, assessments[0].id, here),
	];
	expect(after.id).not.toBe(before.id);
	expect(plain(after)).toEqual(plain(before));
	const { tasks } = await bodyOf(await bob.call("listTasks", { query: { assessment: after.id }, headers: here }));
	expect(tasks).toMatchObject([{ cause: { type: "assessment", assessmentId: after.id, title: "Our suppliers" } }]);
	const { evidence } = await bodyOf(
		await bob.call("listEvidence", { query: { subject: "assessment", id: after.id }, headers: here }),
	);
	expect(evidence).toMatchObject([{ kind: "assessment", state: "accepted" }]);
	expect(after.words[0]?.answer.evidence).toHaveLength(1);
	const pdf = await bob.call("readAssessmentPdf", { params: { assessmentId: after.id }, headers: here });
	expect(pdf.status).toBe(200);
	const audited =
		"SELECT FROM audit_entries WHERE workspace_id = $1 AND what IN ('assessment-begun', 'answered', 'assessment-signed')";
	expect((await pool.query(audited, [bob.workspaceId])).rowCount).toBe(0);
	// The same answers signed again here are the same revision.
	await bodyOf(await bob.call("signAssessment", { body: signBody(after), headers: here }), 202);
	expect((await readAssessmentOf(bob, after.id, here)).signOffs.map(({ revision }) => revision)).toEqual([1, 1]);
});

test.each([
	["an answer of another assessment", "assessment-answers", { assessmentId: randomUUID() }, "not in it"],
	["a task about another assessment", "tasks", { causeId: `${randomUUID()} door` }, "not in it"],
	["a state that there is not", "assessments", { state: "lost" }, "does not have what this format needs"],
])("a file with %s is refused, and nothing is taken in", async (_what, section, change, why) => {
	const { file } = await withAssessment();
	const files: Files = unzipSync(file);
	const rows = rowsIn(files, section).map((row) => ({ ...row, ...change }));
	await refused(files, section, rows, why);
});

test("a template that goes in circles is refused", async () => {
	const { file } = await withAssessment();
	const files: Files = unzipSync(file);
	const circle = (one: string, other: string) => ({
		id: one,
		text: one,
		type: "choice",
		showIf: { question: other, is: ["yes"] },
	});
	const rows = rowsIn(files, "assessments").map((row) => ({
		...row,
		template: {
			...(row.template as object),
			sections: [{ id: "a", title: "A", questions: [circle("one", "two"), circle("two", "one")] }],
		},
	}));
	await refused(files, "assessments", rows, "A template in this file cannot be used");
});

async function refused(files: Files, section: string, rows: unknown, why: string): Promise<void> {
	files[`data/${section}-0001.json`] = Buffer.from(JSON.stringify(rows));
	const bob = await createConsultancy(server);
	expect(await refusalOf(await upload(bob, repacked(files)))).toMatchObject({
		status: 400,
		message: expect.stringContaining(why),
	});
	expect((await pool.query("SELECT FROM assessments WHERE workspace_id = $1", [bob.workspaceId])).rowCount).toBe(0);
}

test("a client that is deleted takes its assessments along", async () => {
	const { ada, clientId, id } = await withAssessment();
	const deleted = await ada.call("deleteClient", { params: { clientId }, body: { name: "Acme" } });
	expect(deleted.status, await deleted.clone().text()).toBe(204);
	for (const table of ["assessments", "assessment_words", "sign_offs", "signed_links"]) {
		expect((await pool.query(`SELECT FROM ${table} WHERE client_id = $1`, [clientId])).rowCount, table).toBe(0);
	}
	expect((await ada.call("readAssessment", { params: { assessmentId: id } })).status).toBe(404);
});
