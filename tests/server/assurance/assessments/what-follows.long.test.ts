import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { proposalList } from "#contract/assessments/assessments.ts";
import { evidenceDetail, evidencePage } from "#contract/evidence/evidence.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import {
	answer,
	begin,
	giveTemplate,
	move,
	readAssessment,
	sign,
	signBody,
} from "../../../support/server/assessments.ts";
import { listControls, listTasks, say } from "../../../support/server/controls.ts";
import { choose } from "../../../support/server/frameworks.ts";
import { createOwner, type TestMember } from "../../../support/server/people.ts";
import { until } from "../../../support/until.ts";

const { server } = await startAccountServer();

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const soon = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

/** An owner who follows a framework, whose catalog's controls the template names, with an assessment in progress. */
async function withControls() {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	await choose(owner, "iso-27001");
	const id = await begin(owner);
	const door = await answer(owner, id, "door", "yes");
	await answer(owner, id, "lock", "yes");
	const backup = await answer(owner, id, "backup", "no", { note: "Never tried." });
	return { owner, id, door, backup };
}
const standingsOf = async (owner: TestMember) =>
	Object.fromEntries((await listControls(owner)).map(({ code, standing }) => [code, standing]));
const evidenceOf = async (owner: TestMember, query: Record<string, string>) =>
	evidencePage.parse(await (await owner.call("listEvidence", { query })).json()).evidence;

test("what is submitted is evidence in review, on the controls of which no answer is a gap", async () => {
	const { owner, id } = await withControls();
	const before = await standingsOf(owner);
	expect(await move(owner, id, "submitted")).toBe(1);
	const [piece, ...others] = await evidenceOf(owner, { kind: "assessment" });
	expect(others).toEqual([]);
	const controls = await listControls(owner);
	const about = (code: string) => ({ type: "control", id: controls.find((one) => one.code === code)?.id });
	expect(piece).toMatchObject({
		title: "Visit to Lagos, revision 1",
		state: "submitted",
		method: "by-hand",
		effectiveTo: day(0),
		expiresOn: day(365),
		about: [{ type: "assessment", id }, about("AC-02")].toSorted((a, b) => (a.type < b.type ? -1 : 1)),
	});
	expect(await evidenceOf(owner, { subject: "assessment", id })).toHaveLength(1);
	const detail = evidenceDetail.parse(
		await (await owner.call("readEvidence", { params: { evidenceId: piece?.id ?? "" } })).json(),
	);
	expect(detail.record).toMatchObject({
		assessment: {
			id,
			revision: 1,
			template: { id: "small", version: 1 },
			sha256: signBody(await readAssessment(owner, id)).sha256,
			answers: [
				{ question: "door", met: "yes", words: [{ by: expect.any(String), value: { choice: "yes" } }] },
				{ question: "lock" },
				{ question: "picture", status: "open" },
				{ question: "who", status: "open" },
				{ question: "days" },
				{ question: "keys" },
				{ question: "where" },
				{ question: "backup", met: "no", words: [{ note: "Never tried." }] },
			],
		},
	});
	// In review, it covers nothing yet.
	expect(await standingsOf(owner)).toEqual(before);
	expect(await move(owner, id, "accepted")).toBe(1);
	expect(await evidenceOf(owner, { kind: "assessment" })).toMatchObject([{ state: "accepted" }]);
	expect(await standingsOf(owner)).toEqual({ ...before, "AC-02": "covered" });
});

test("a submission takes the place of the one before, and what is signed is accepted at once", async () => {
	const { owner, id, backup } = await withControls();
	await move(owner, id, "submitted");
	await move(owner, id, "returned", { reason: "Try it." });
	expect(await evidenceOf(owner, { kind: "assessment" })).toMatchObject([
		{ state: "returned", stateReason: "Try it." },
	]);
	await answer(owner, id, "backup", "yes", { after: [backup] });
	await move(owner, id, "submitted");
	const states = async () => (await evidenceOf(owner, { kind: "assessment" })).map(({ state }) => state);
	expect(await states()).toEqual(["submitted", "superseded"]);
	expect(await sign(owner, await readAssessment(owner, id))).toBe(1);
	expect(await states()).toEqual(["accepted", "superseded", "superseded"]);
	expect(await standingsOf(owner)).toMatchObject({ "AC-02": "covered", "BC-01": "covered" });
	// Answered and signed again: the accepted one stands until then.
	const { words } = await readAssessment(owner, id);
	const after = words.filter(({ questionId }) => questionId === "backup").map((word) => word.id);
	await answer(owner, id, "backup", "no", { after });
	expect((await states())[0]).toBe("accepted");
	await sign(owner, await readAssessment(owner, id));
	expect(await states()).toEqual(["accepted", "superseded", "superseded", "superseded"]);
	expect((await standingsOf(owner))["BC-01"]).not.toBe("covered");
});

test("a gap is one task, which waits for a look when it is closed and opens again when it comes back", async () => {
	const { owner, id, backup } = await withControls();
	await move(owner, id, "submitted");
	const { tasks } = await listTasks(owner);
	expect(tasks).toMatchObject([
		{
			title: "Are backups restored?",
			cause: { type: "assessment", assessmentId: id, questionId: "backup", title: "Visit to Lagos" },
			owner: { accountId: owner.accountId },
			due: day(30),
			state: "open",
			controls: [{ code: "BC-01" }],
		},
	]);
	const closed = await answer(owner, id, "backup", "yes", { after: [backup], saidAt: soon(0) });
	await move(owner, id, "submitted");
	expect((await listTasks(owner)).tasks).toMatchObject([{ id: tasks[0]?.id, state: "review" }]);
	const change = { taskId: tasks[0]?.id ?? "", change: { state: "done", outcome: "Tried." }, saidAt: soon(0) };
	expect(await say(owner, "changeTask", change)).toBe(1);
	await answer(owner, id, "backup", "partly", { after: [closed], saidAt: soon(0) });
	await move(owner, id, "submitted");
	expect((await listTasks(owner)).tasks).toMatchObject([{ id: tasks[0]?.id, state: "open", outcome: "" }]);

	// The next visit finds the same gap: its task already exists, and is then about that visit.
	const next = await begin(owner, { title: "Visit in May" });
	await answer(owner, next, "backup", "no", { note: "Still not." });
	await move(owner, next, "submitted");
	expect((await listTasks(owner)).tasks).toMatchObject([
		{ id: tasks[0]?.id, cause: { assessmentId: next, title: "Visit in May" } },
	]);
	// Another subject has its own gaps.
	const elsewhere = await begin(owner, { subject: "Abuja" });
	await answer(owner, elsewhere, "backup", "no", { note: "Never." });
	await move(owner, elsewhere, "submitted");
	expect((await listTasks(owner)).tasks).toHaveLength(2);
	expect((await listTasks(owner, { assessment: elsewhere })).tasks).toHaveLength(1);
});

test("a gap's task has an owner also when the one who began the assessment is no longer a member", async () => {
	const { owner, id } = await withControls();
	// As in a file from another workspace, where people are names.
	await server.database.pool.query("UPDATE assessments SET started_by = gen_random_uuid() WHERE id = $1", [id]);
	await move(owner, id, "submitted");
	expect((await listTasks(owner)).tasks).toMatchObject([{ owner: { accountId: owner.accountId } }]);
});

test("an assessment is proposed from scans, and from the one before", async () => {
	const owner = await createOwner(server);
	const sample = await (await owner.call("addSample")).json();
	const headers = { [CLIENT]: sample.id };
	const read = async (query: Record<string, string>) =>
		proposalList.parse(await (await owner.call("listProposals", { query, headers })).json()).proposals;
	const observed = await read({ template: "vendor" });
	expect(observed.length).toBeGreaterThan(0);
	for (const { answer, label } of observed) {
		expect(answer).toMatchObject({ value: { type: "choice" }, evidence: [], source: { from: "observation" } });
		expect(label).toMatch(/scan/);
	}
	// Scans of the client say nothing about a supplier.
	expect(await read({ template: "vendor", subject: "Supplies Ltd" })).toEqual([]);
	expect((await owner.call("listProposals", { query: { template: "nothing" }, headers })).status).toBe(404);

	await giveTemplate(owner);
	expect(await read({ template: "small" })).toEqual([]);
	const id = await begin(owner, { subject: "Lagos" }, headers);
	await answer(owner, id, "door", "partly", { note: "It sticks." });
	await answer(owner, id, "who", { type: "not-seen" });
	await answer(owner, id, "where", { type: "place", place: { latitude: 6.4, longitude: 3.4, accuracy: 9 } });
	expect(await read({ template: "small" })).toEqual([]);
	await sign(owner, await readAssessment(owner, id));
	const before = await read({ template: "small" });
	expect(before).toMatchObject([
		{
			questionId: "door",
			label: "Visit to Lagos",
			assessmentId: id,
			answer: { value: { choice: "partly" }, note: "It sticks.", source: { from: "before" } },
		},
	]);
	expect(before).toHaveLength(1);
	expect(await read({ template: "small", subject: "Abuja" })).toEqual([]);
	expect(await read({ template: "small", subject: "Lagos" })).toHaveLength(1);
});

test("assessments stand in the audit bundle with the PDFs that were signed, and in a compliance report", async () => {
	const { owner, id, door } = await withControls();
	await sign(owner, await readAssessment(owner, id));
	await answer(owner, id, "door", "no", { after: [door], note: "Broken." });
	await begin(owner, { title: "=Not begun" });
	const params = { frameworkId: "iso-27001" };
	const bundle = await owner.call("readBundle", { params, query: { from: day(-1), to: day(0) } });
	expect(bundle.status).toBe(200);
	const files = unzipSync(new Uint8Array(await bundle.arrayBuffer()));
	const textOf = (path: string) => Buffer.from(files[path] ?? "").toString();
	const pdf = `documents/assessments/${id}-revision-1.pdf`;
	const sha256 = createHash("sha256")
		.update(files[pdf] ?? "")
		.digest("hex");
	const { data } = Papa.parse<Record<string, string>>(textOf("data/assessments.csv").trimEnd(), { header: true });
	expect(data).toMatchObject([
		{ title: "'=Not begun", signers: "", pdf: "" },
		{ id, state: "under-way", signers: "Ngozi Ade", stands: "no", revision: "1", pdf, pdf_sha256: sha256 },
	]);
	const own = await owner.call("readAssessmentPdf", { params: { assessmentId: id }, query: { revision: "1" } });
	expect(Buffer.from(await own.arrayBuffer()).equals(Buffer.from(files[pdf] ?? ""))).toBe(true);
	expect(textOf("index.html")).toContain(pdf);

	const asked = await owner.call("requestReport", {
		body: { template: "compliance-report", hosts: [], clients: [], frameworks: ["iso-27001"] },
	});
	const { reportId } = (await asked.json()).receipt;
	const read = async () => (await owner.call("readReport", { params: { reportId } })).json();
	await until(async () => (await read()).report.status === "completed", "the report is made");
	const headings = (await read()).sections.map(({ heading }: { heading: string }) => heading);
	expect(headings).toContain("Assessments");
});
