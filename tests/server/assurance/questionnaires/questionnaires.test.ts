import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { QUESTIONNAIRE_MEDIA_TYPES } from "#contract/questionnaires/file-types.ts";
import { questionnairePage } from "#contract/questionnaires/questionnaires.ts";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { sheetData, workbookParts, zipFile } from "../../../support/questionnaires/office-files.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import {
	addQuestionnaire,
	answerQuestions,
	approve,
	csvOf,
	inDays,
	proposalOf,
	questionOf,
	readQuestionnaire,
	sayAnswers,
	sendQuestionnaire,
} from "../../../support/server/questionnaires.ts";

const { server, pool } = await startAccountServer();

const BACKUPS = "How often do you test restoring backups?";
const LEAVERS = "How quickly is access removed when people leave?";
const FLEET = "Which color is the company car?";
const FILE = csvOf(BACKUPS, LEAVERS, FLEET);
const MONTHLY = "Every month, and a person signs the record.";
const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();

/** An owner whose library has an answer about backups, and a matching questionnaire. */
async function withAnswer() {
	const owner = await createOwner(server);
	const libraryId = await approve(owner, { question: BACKUPS, answer: MONTHLY });
	const { id } = await addQuestionnaire(owner, { file: FILE });
	return { owner, libraryId, id };
}
const list = async (member: TestMember, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
	questionnairePage.parse(await (await member.call("listQuestionnaires", { query, headers })).json());
const download = (member: TestMember, questionnaireId: string) =>
	member.call("readQuestionnaireFile", { params: { questionnaireId } });
const confirm = (member: TestMember, id: string, questionId: string, mark: string, saidAt?: string) =>
	answerQuestions(member, id, [{ questionId, said: { type: "confirm", mark } }], saidAt ? { saidAt } : {});

test("what the library can answer is proposed with its source, the rest needs a person, and nothing counts before it is confirmed", async () => {
	const { owner, libraryId, id } = await withAnswer();
	const detail = await readQuestionnaire(owner, id);
	expect(detail).toMatchObject({
		title: "Vendor review",
		customer: "Acme Bank",
		due: null,
		state: "open",
		fileType: "csv",
		fileName: "vendor review.csv",
		hasFile: true,
		counts: { questions: 3, confirmed: 0, proposed: 1, needsPerson: 2 },
		notTaken: [],
	});
	expect(detail.questions.map(({ text, state, answer }) => [text, state, answer])).toEqual([
		[BACKUPS, "proposed", ""],
		[LEAVERS, "needs-person", ""],
		[FLEET, "needs-person", ""],
	]);
	const proposal = proposalOf(detail, BACKUPS);
	expect(proposal).toMatchObject({
		id: libraryId,
		answer: MONTHLY,
		source: { type: "library", libraryAnswerId: libraryId, expiresOn: inDays(365) },
	});
	expect(await (await download(owner, id)).text()).not.toContain(MONTHLY);

	expect((await confirm(owner, id, questionOf(detail, BACKUPS).id, proposal.mark)).status).toBe(202);
	const leavers = questionOf(detail, LEAVERS).id;
	await sayAnswers(owner, id, [{ questionId: leavers, said: { type: "answer", text: "  Within a day. " } }]);
	const after = await readQuestionnaire(owner, id);
	expect(after.counts).toEqual({ questions: 3, confirmed: 2, proposed: 0, needsPerson: 1 });
	expect(questionOf(after, BACKUPS)).toMatchObject({
		state: "confirmed",
		answer: MONTHLY,
		source: { type: "library" },
		libraryNow: "same",
		inLibrary: true,
		confirmed: { by: expect.any(String), at: expect.any(String) },
	});
	expect(questionOf(after, LEAVERS)).toMatchObject({
		answer: "Within a day.",
		source: { type: "person" },
		libraryNow: null,
		inLibrary: false,
	});
	const file = await download(owner, id);
	expect(file.headers.get("content-disposition")).toContain("vendor review, answers of Analytical Engines.csv");
	expect(file.headers.get("content-type")).toContain("text/csv");
	const [head, backups, leaver, fleet] = (await file.text()).split("\r\n");
	expect(head).toContain("Question,Answer");
	expect(backups).toContain(MONTHLY);
	expect(backups).toContain("Approved answer");
	expect(leaver).toContain("Within a day.");
	expect(leaver).toContain("Answered by");
	expect(fleet).toMatch(/^"?Which color is the company car\?"?,,?$/);
});

test("a file is sent once under its key, and listed by state, the newest first", async () => {
	const owner = await createOwner(server);
	const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
	const first = await addQuestionnaire(owner, { file: FILE, due: inDays(9), headers });
	expect((await addQuestionnaire(owner, { file: FILE, due: inDays(9), headers })).id).toBe(first.id);
	const other = await sendQuestionnaire(owner, { file: csvOf(FLEET), due: inDays(9), headers });
	expect(await refusalOf(other)).toMatchObject({ status: 422, code: "idempotency_mismatch" });
	const second = await addQuestionnaire(owner, { file: FILE, title: "Second" });
	const page = await list(owner, { limit: "1" });
	expect(page.questionnaires.map(({ id }) => id)).toEqual([second.id]);
	const rest = await list(owner, { limit: "1", cursor: page.next ?? "" });
	expect(rest).toMatchObject({ questionnaires: [{ id: first.id, due: inDays(9) }], next: null });

	const params = { questionnaireId: first.id };
	const change = (body: object) => owner.call("changeQuestionnaire", { params, body });
	expect((await change({ state: "answered", due: null, customer: "Acme" })).status).toBe(204);
	expect((await change({})).status).toBe(204);
	expect((await list(owner)).counts).toEqual({ open: 1, answered: 1, archived: 0 });
	expect((await list(owner, { state: "answered" })).questionnaires).toMatchObject([
		{ id: first.id, customer: "Acme", due: null, title: "Vendor review" },
	]);
	expect((await owner.call("deleteQuestionnaire", { params })).status).toBe(204);
	expect((await owner.call("deleteQuestionnaire", { params })).status).toBe(404);
	expect((await download(owner, first.id)).status).toBe(404);
	expect((await owner.call("listQuestionnaires", { query: { cursor: "x" } })).status).toBe(400);
});

test("the word said last counts for each question, whenever it arrives, and every word is kept", async () => {
	const { owner, id } = await withAnswer();
	const member = await addMember(server, owner, "contributor");
	const questionId = questionOf(await readQuestionnaire(owner, id), LEAVERS).id;
	const answer = (text: string) => [{ questionId, said: { type: "answer", text } }];
	expect(await sayAnswers(owner, id, answer("Within a day."), { saidAt: at(5) })).toBe(1);
	expect(await sayAnswers(member, id, answer("Within a week."), { saidAt: at(1) })).toBe(0);
	expect(questionOf(await readQuestionnaire(owner, id), LEAVERS).answer).toBe("Within a day.");
	expect(await sayAnswers(member, id, answer("Within an hour."), { saidAt: at(6) })).toBe(1);
	// A clock that runs ahead does not make its entry the newest for years.
	expect(await sayAnswers(owner, id, answer("At once."), { saidAt: "2099-01-01T00:00:00.000Z" })).toBe(1);
	expect(await sayAnswers(member, id, [{ questionId, said: { type: "needs-person" } }])).toBe(1);
	expect(questionOf(await readQuestionnaire(owner, id), LEAVERS)).toMatchObject({
		state: "needs-person",
		answer: "",
		source: null,
		confirmed: null,
	});
	const { rows } = await pool.query(
		"SELECT shown, counted FROM answer_words WHERE workspace_id = $1 AND field = $2 ORDER BY no",
		[owner.workspaceId, questionId],
	);
	expect(rows).toEqual([
		{ shown: "Within a day.", counted: true },
		{ shown: "Within a week.", counted: false },
		{ shown: "Within an hour.", counted: true },
		{ shown: "At once.", counted: true },
		{ shown: "Needs a person", counted: true },
	]);
	const log = await pool.query(
		"SELECT count(*)::int AS n FROM audit_entries WHERE workspace_id = $1 AND what = 'question-answered'",
		[owner.workspaceId],
	);
	expect(log.rows).toEqual([{ n: 5 }]);
	await owner.call("deleteQuestionnaire", { params: { questionnaireId: id } });
	const left = await pool.query("SELECT 1 FROM answer_words WHERE subject_id = $1", [id]);
	expect(left.rowCount).toBe(0);
});

test("an answer of the library that was changed after it was proposed is shown as it is now, and the old one is not confirmed", async () => {
	const { owner, libraryId, id } = await withAnswer();
	const before = await readQuestionnaire(owner, id);
	const questionId = questionOf(before, BACKUPS).id;
	const { mark } = proposalOf(before, BACKUPS);
	await approve(owner, { answer: "Every week." }, { id: libraryId });
	expect(await refusalOf(await confirm(owner, id, questionId, mark))).toMatchObject({
		status: 404,
		message: expect.stringContaining("has changed since"),
	});
	const now = await readQuestionnaire(owner, id);
	expect(questionOf(now, BACKUPS)).toMatchObject({ state: "proposed", answer: "" });
	expect(proposalOf(now, BACKUPS).answer).toBe("Every week.");
	expect((await confirm(owner, id, questionId, proposalOf(now, BACKUPS).mark)).status).toBe(202);

	// A confirmed answer stays as it was, and says what happened to its source.
	await approve(owner, { answer: "Every day." }, { id: libraryId });
	expect(questionOf(await readQuestionnaire(owner, id), BACKUPS)).toMatchObject({
		answer: "Every week.",
		libraryNow: "changed",
		inLibrary: false,
	});
	await approve(owner, { withdrawn: true }, { id: libraryId });
	expect(questionOf(await readQuestionnaire(owner, id), BACKUPS).libraryNow).toBe("withdrawn");
});

test("what expired or was withdrawn is proposed no more, and comes back when it is extended", async () => {
	const { owner, libraryId, id } = await withAnswer();
	const before = await readQuestionnaire(owner, id);
	await approve(owner, { expiresOn: inDays(-1) }, { id: libraryId });
	const expired = await readQuestionnaire(owner, id);
	expect(expired.counts).toEqual({ questions: 3, confirmed: 0, proposed: 0, needsPerson: 3 });
	expect(questionOf(expired, BACKUPS)).toMatchObject({ state: "needs-person", proposals: [] });
	expect(expired.proposals).toEqual([]);
	expect((await list(owner)).questionnaires[0]?.counts.proposed).toBe(0);
	const { mark } = proposalOf(before, BACKUPS);
	expect((await confirm(owner, id, questionOf(before, BACKUPS).id, mark)).status).toBe(404);
	expect((await addQuestionnaire(owner, { file: FILE })).counts.proposed).toBe(0);
	await approve(owner, { expiresOn: inDays(30) }, { id: libraryId });
	expect((await readQuestionnaire(owner, id)).counts.proposed).toBe(1);
	await approve(owner, { withdrawn: true }, { id: libraryId });
	expect((await readQuestionnaire(owner, id)).counts.proposed).toBe(0);
});

test("many are confirmed in one request; those that changed meanwhile stay proposed", async () => {
	const owner = await createOwner(server);
	const [backups] = [
		await approve(owner, { question: BACKUPS, answer: MONTHLY }),
		await approve(owner, { question: LEAVERS, answer: "Within a day." }),
	];
	const { id, counts } = await addQuestionnaire(owner, { file: FILE });
	expect(counts.proposed).toBe(2);
	const detail = await readQuestionnaire(owner, id);
	const all = [BACKUPS, LEAVERS].map((text) => ({
		questionId: questionOf(detail, text).id,
		said: { type: "confirm", mark: proposalOf(detail, text).mark },
	}));
	await approve(owner, { answer: "Every week." }, { id: backups });
	expect(await sayAnswers(owner, id, all)).toBe(1);
	const after = await readQuestionnaire(owner, id);
	expect(after.counts).toEqual({ questions: 3, confirmed: 1, proposed: 1, needsPerson: 1 });
	const unknown = await answerQuestions(owner, id, [{ questionId: "99", said: { type: "needs-person" } }]);
	expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: "not_found" });
});

test("matching again finds what the library has learned, and leaves what a person said alone", async () => {
	const { owner, id } = await withAnswer();
	const before = await readQuestionnaire(owner, id);
	const [backups, leavers] = [questionOf(before, BACKUPS).id, questionOf(before, LEAVERS).id];
	await sayAnswers(owner, id, [{ questionId: backups, said: { type: "needs-person" } }]);
	await approve(owner, { question: LEAVERS, answer: "Within a day." });
	const params = { questionnaireId: id };
	expect((await owner.call("matchQuestionnaire", { params })).status).toBe(204);
	const after = await readQuestionnaire(owner, id);
	expect(questionOf(after, LEAVERS).state).toBe("proposed");
	expect(questionOf(after, BACKUPS)).toMatchObject({ state: "needs-person", proposals: [expect.any(String)] });
	await sayAnswers(owner, id, [{ questionId: leavers, said: { type: "answer", text: "Never." } }]);
	await owner.call("matchQuestionnaire", { params });
	expect(questionOf(await readQuestionnaire(owner, id), LEAVERS)).toMatchObject({
		state: "confirmed",
		answer: "Never.",
	});
});

test("questionnaires and answers are of one client, and of those who may see and work for it", async () => {
	const owner = await createOwner(server);
	const clientId = await addClient(server, owner.workspaceId, "Acme");
	const headers = { [CLIENT]: clientId };
	await approve(owner, { question: BACKUPS, answer: MONTHLY }, { headers });
	const { id, counts } = await addQuestionnaire(owner, { file: FILE, headers });
	expect(counts.proposed).toBe(1);
	// One client's library does not answer for another.
	expect((await addQuestionnaire(owner, { file: FILE })).counts.proposed).toBe(0);
	expect((await list(owner, {}, headers)).questionnaires.map((one) => one.id)).toEqual([id]);
	expect((await list(owner)).questionnaires).toHaveLength(2);
	const other = { [CLIENT]: await addClient(server, owner.workspaceId, "Beta") };
	const params = { questionnaireId: id };
	for (const name of ["readCustomerQuestionnaire", "readQuestionnaireFile", "matchQuestionnaire"] as const) {
		expect((await owner.call(name, { params, headers: other })).status, name).toBe(404);
	}
	const stranger = await createOwner(server);
	expect((await stranger.call("readCustomerQuestionnaire", { params })).status).toBe(404);

	const auditor = await addMember(server, owner, "auditor");
	expect((await auditor.call("readQuestionnaireFile", { params })).status).toBe(200);
	expect((await sendQuestionnaire(auditor, { file: FILE })).status).toBe(403);
	const contributor = await addMember(server, owner, "contributor");
	expect((await sendQuestionnaire(contributor, { file: FILE })).status).toBe(201);
	expect((await contributor.call("deleteQuestionnaire", { params })).status).toBe(403);
	const body = { id: randomUUID(), change: { question: "A?", answer: "B", expiresOn: inDays(9) }, saidAt: at(0) };
	expect(await refusalOf(await contributor.call("approveAnswer", { body }))).toMatchObject({
		status: 403,
		code: "role_required",
	});
});

test("a file that cannot be read keeps nothing, and says what to do", async () => {
	const owner = await createOwner(server);
	const refuse = async (file: string | Buffer, type?: string) =>
		refusalOf(await sendQuestionnaire(owner, { file, ...(type && { type }) }));
	expect(await refuse("Name,Amount\r\nBolt,9\r\n")).toMatchObject({ status: 422, code: "file_refused" });
	const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
	expect(await refuse(Buffer.from("PK not a zip"), xlsx)).toMatchObject({
		status: 422,
		code: "file_refused",
		message: expect.stringContaining("nothing of it was kept"),
	});
	expect(await refuse(FILE, "application/pdf")).toMatchObject({ status: 415, code: "unsupported_media_type" });
	expect(await refuse(Buffer.alloc(40_000_001, "a"))).toMatchObject({ status: 413, code: "payload_too_large" });
	const noTitle = await owner.call("addQuestionnaire", {
		query: { title: " ", customer: "", fileName: "a.csv" },
		file: { content: FILE, type: "text/csv" },
	});
	expect(await refusalOf(noTitle)).toMatchObject({ status: 400, message: "Please give a title." });
	const noDay = await sendQuestionnaire(owner, { file: FILE, due: "2026-02-31" });
	expect(noDay.status).toBe(400);
	expect((await list(owner)).questionnaires).toEqual([]);
});

test("characters that no text can have do not stay in a workbook, and the rest is kept", async () => {
	const owner = await createOwner(server);
	const sheet = sheetData([
		["Question", "Answer"],
		["Do you_x0000_encrypt data?", "Yes_xD800_"],
	]);
	const { id } = await addQuestionnaire(owner, {
		file: await zipFile(workbookParts([{ name: "A", sheet }])),
		type: QUESTIONNAIRE_MEDIA_TYPES.xlsx,
	});
	const [question] = (await readQuestionnaire(owner, id)).questions;
	expect(question).toMatchObject({ text: "Do you encrypt data?", standing: "Yes\uFFFD" });
});

test("questionnaires count in the room that a workspace has for files", async () => {
	const owner = await createOwner(server);
	await pool.query(
		`INSERT INTO files (workspace_id, sha256, size, type, pieces_id, created_at)
		 VALUES ($1, sha256('x'), 1999999990, 'text/plain', gen_random_uuid(), now())`,
		[owner.workspaceId],
	);
	expect(await refusalOf(await sendQuestionnaire(owner, { file: FILE }))).toMatchObject({
		status: 409,
		code: "storage_full",
	});
	expect((await list(owner)).questionnaires).toEqual([]);
});

test("an account that is deleted takes its questionnaires, its library and every word along", async () => {
	const { owner, id } = await withAnswer();
	const questionId = questionOf(await readQuestionnaire(owner, id), LEAVERS).id;
	await sayAnswers(owner, id, [{ questionId, said: { type: "answer", text: "Within a day." } }]);
	expect((await owner.call("deleteAccount", { body: { current: owner.password } })).status).toBe(204);
	for (const table of [
		"questionnaires",
		"questionnaire_files",
		"questionnaire_questions",
		"library_answers",
		"answer_words",
	]) {
		const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [owner.workspaceId]);
		expect(rowCount, table).toBe(0);
	}
});
