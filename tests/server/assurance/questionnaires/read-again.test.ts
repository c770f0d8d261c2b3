import { expect, test } from "vitest";
import { QUESTIONNAIRE_MEDIA_TYPES } from "#contract/questionnaires/file-types.ts";
import type { TableUse } from "#contract/questionnaires/mapping.ts";
import { fileRefused, questionnaireReadAgain } from "#contract/questionnaires/questionnaires.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { textOfPart } from "../../../support/questionnaires/check-package.ts";
import { listedWorkbook } from "../../../support/questionnaires/listed-workbook.ts";
import { cell } from "../../../support/questionnaires/office-files.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";
import {
	addQuestionnaire,
	answerQuestions,
	approve,
	csvOf,
	proposalOf,
	questionOf,
	readQuestionnaire,
	sayAnswers,
} from "../../../support/server/questionnaires.ts";

const { server, pool } = await startAccountServer();

const BACKUPS = "How often do you test restoring backups?";
const LEAVERS = "How quickly is access removed when people leave?";
const KEYS = "Do you rotate keys?";
const XLSX = QUESTIONNAIRE_MEDIA_TYPES.xlsx;

/** Columns that our finder takes for the answer and for comments, and a list beside the questions. */
const form = (...questions: string[]) =>
	listedWorkbook([
		{
			name: "Form",
			rows: [["Question", "Response", "Details"], ...questions.map((text) => [text])],
			validations: [{ at: `B2:B${questions.length + 1}`, formula: "Values!$A$1:$A$3" }],
		},
		{ name: "Values", state: "hidden", rows: [["Yes"], ["No"], ["N/A"]] },
	]);
const added = async (owner: TestMember, ...questions: string[]) =>
	addQuestionnaire(owner, { file: await form(...questions), type: XLSX });
const answer = (text: string, more: object = {}) => ({ type: "answer", text, ...more });

const changeTables = (member: TestMember, questionnaireId: string, body: object) =>
	member.call("changeQuestionnaireTables", { params: { questionnaireId }, body });
const replace = (
	member: TestMember,
	questionnaireId: string,
	version: number,
	content: string | Buffer,
	more: object = {},
) =>
	member.call("replaceQuestionnaireFile", {
		params: { questionnaireId },
		query: { version: String(version), fileName: "newer.xlsx", ...more },
		file: { content, type: XLSX },
	});
const readAgain = async (response: Response) => {
	expect(response.status, await response.clone().text()).toBe(200);
	return questionnaireReadAgain.parse(await response.json());
};
const use = (question: number, answer: number): TableUse => ({
	use: "questions",
	question,
	answer,
	comments: null,
	firstRow: null,
});
const download = (member: TestMember, questionnaireId: string, query: Record<string, string> = {}) =>
	member.call("readQuestionnaireFile", { params: { questionnaireId }, query });
const sheetOf = async (member: TestMember, id: string, query: Record<string, string> = {}) =>
	textOfPart(Buffer.from(await (await download(member, id, query)).arrayBuffer()), "xl/worksheets/sheet1.xml");

test("a cell with a list gets the choice beside the sentence, or the one that the sentence begins with, and no other", async () => {
	const owner = await createOwner(server);
	await approve(owner, { question: BACKUPS, answer: "Yes. Every month." });
	const { id } = await added(owner, BACKUPS, LEAVERS, KEYS);
	const detail = await readQuestionnaire(owner, id);
	expect(detail.lists).toEqual([["Yes", "No", "N/A"]]);
	expect(detail.questions.map(({ list, hasText, choice }) => [list, hasText, choice])).toEqual(
		Array.from({ length: 3 }, () => [0, true, ""]),
	);
	const [backups, leavers, keys] = [BACKUPS, LEAVERS, KEYS].map((text) => questionOf(detail, text).id);
	await sayAnswers(owner, id, [
		{ questionId: backups ?? "", said: { type: "confirm", mark: proposalOf(detail, BACKUPS).mark } },
		{ questionId: leavers ?? "", said: answer("Within a day.", { choice: "No" }) },
		{ questionId: keys ?? "", said: answer("It depends.") },
	]);
	const foreign = await answerQuestions(owner, id, [
		{ questionId: keys ?? "", said: answer("It depends.", { choice: "Perhaps" }) },
	]);
	expect(await refusalOf(foreign)).toMatchObject({
		status: 400,
		message: expect.stringContaining("accepts only the values of its list"),
	});
	const after = await readQuestionnaire(owner, id);
	expect(after.questions.map(({ choice }) => choice)).toEqual(["Yes", "No", ""]);
	const sheet = await sheetOf(owner, id);
	for (const written of [
		cell("B2", "Yes"),
		cell("C2", "Yes. Every month."),
		cell("B3", "No"),
		cell("C4", "It depends."),
	]) {
		expect(sheet).toContain(written);
	}
	expect(sheet).not.toContain('r="B4"');
	const { rows } = await pool.query("SELECT shown FROM answer_words WHERE subject_id = $1 ORDER BY no", [id]);
	expect(rows.map(({ shown }) => shown)).toEqual(["Yes. Every month.", "No · Within a day.", "It depends."]);
});

test("what a person says about the tables counts, answers stay with their questions, and the next file of this form knows it", async () => {
	const owner = await createOwner(server);
	const first = await added(owner, BACKUPS, LEAVERS);
	const [table] = first.tables;
	expect(table).toMatchObject({ place: "Form", by: "finder", use: { question: 0, answer: 1, comments: 2 } });
	const leavers = questionOf(await readQuestionnaire(owner, first.id), LEAVERS).id;
	await sayAnswers(owner, first.id, [{ questionId: leavers, said: answer("Within a day.") }]);
	const mapping = { [table?.shape ?? ""]: use(0, 2) };
	const read = await readAgain(await changeTables(owner, first.id, { version: first.version, mapping }));
	expect(read).toMatchObject({
		version: 2,
		lost: 0,
		counts: { questions: 2, confirmed: 1 },
		tables: [{ by: "person", use: { answer: 2 } }, { use: { use: "nothing" } }],
	});
	expect(questionOf(await readQuestionnaire(owner, first.id), LEAVERS)).toMatchObject({
		state: "confirmed",
		answer: "Within a day.",
		list: null,
	});
	expect(await sheetOf(owner, first.id)).toContain(cell("C3", "Within a day."));

	const next = await added(owner, KEYS);
	expect(next.tables[0]).toMatchObject({ by: "person", use: { answer: 2 } });
	// Another form under the same name begins as it is found, and another client has its own memory.
	const csv = await addQuestionnaire(owner, { file: csvOf(KEYS) });
	expect(csv.tables[0]).toMatchObject({ by: "finder" });
	const headers = { [CLIENT]: await addClient(server, owner.workspaceId, "Acme") };
	const other = await addQuestionnaire(owner, { file: await form(KEYS), type: XLSX, headers });
	expect(other.tables[0]).toMatchObject({ by: "finder" });

	const log = await pool.query(
		"SELECT count(*)::int AS n FROM audit_entries WHERE workspace_id = $1 AND what = 'questionnaire-changed' AND subject_id = $2",
		[owner.workspaceId, first.id],
	);
	expect(log.rows).toEqual([{ n: 1 }]);
});

test("of two people who mend one file, the second one looks again; those who may only read mend nothing", async () => {
	const owner = await createOwner(server);
	const { id, version, tables } = await added(owner, BACKUPS);
	const mapping = { [tables[0]?.shape ?? ""]: use(0, 2) };
	const both = await Promise.all([1, 2].map(() => changeTables(owner, id, { version, mapping })));
	expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
	const late = both.find(({ status }) => status === 409);
	expect(late && (await refusalOf(late))).toMatchObject({ code: "changed_meanwhile" });
	expect((await readQuestionnaire(owner, id)).version).toBe(version + 1);
	const auditor = await addMember(server, owner, "auditor");
	expect((await changeTables(auditor, id, { version: version + 1, mapping })).status).toBe(403);
	const stranger = await createOwner(server);
	expect((await changeTables(stranger, id, { version: version + 1, mapping })).status).toBe(404);
});

test("a reading that would lose confirmed answers, or finds no question, changes nothing unless it may", async () => {
	const owner = await createOwner(server);
	const { id, version, tables } = await added(owner, BACKUPS, LEAVERS);
	const detail = await readQuestionnaire(owner, id);
	await sayAnswers(owner, id, [{ questionId: questionOf(detail, LEAVERS).id, said: answer("Within a day.") }]);
	const nothing = { [tables[0]?.shape ?? ""]: { use: "nothing" } };
	expect(await refusalOf(await changeTables(owner, id, { version, mapping: nothing }))).toMatchObject({
		status: 422,
		code: "file_refused",
	});
	const newer = await form(BACKUPS, "How quickly is access removed when people leave us?");
	const refused = await replace(owner, id, version, newer);
	expect(refused.status).toBe(409);
	expect(await refused.json()).toMatchObject({ code: "answers_would_go", details: { lost: 1 } });
	expect((await readQuestionnaire(owner, id)).counts).toMatchObject({ questions: 2, confirmed: 1 });
	const read = await readAgain(await replace(owner, id, version, newer, { loseAnswers: "true" }));
	expect(read).toMatchObject({ lost: 1, counts: { questions: 2, confirmed: 0 } });
});

test("a newer file of the same questionnaire keeps the answers where the question is the same, wherever it stands now", async () => {
	const owner = await createOwner(server);
	const { id, version } = await added(owner, BACKUPS, LEAVERS);
	const before = await readQuestionnaire(owner, id);
	const leavers = questionOf(before, LEAVERS);
	await sayAnswers(owner, id, [{ questionId: leavers.id, said: answer("Within a day.", { choice: "Yes" }) }]);
	const read = await readAgain(await replace(owner, id, version, await form(KEYS, LEAVERS, BACKUPS)));
	expect(read).toMatchObject({ version: version + 1, lost: 0, counts: { questions: 3, confirmed: 1 } });
	const after = await readQuestionnaire(owner, id);
	expect(after.fileName).toBe("newer.xlsx");
	expect(questionOf(after, LEAVERS)).toMatchObject({ id: "1!A3", answer: "Within a day.", choice: "Yes" });
	expect(await sheetOf(owner, id)).toContain(cell("C3", "Within a day."));

	// An answer given offline to the file as it was finds its question in the new place, not the one in the old place.
	const backups = questionOf(before, BACKUPS);
	const { id: questionId, textMark } = backups;
	const late = [{ questionId, textMark, said: answer("Monthly.") }];
	await sayAnswers(owner, id, late);
	const now = await readQuestionnaire(owner, id);
	expect(questionOf(now, BACKUPS)).toMatchObject({ id: "1!A4", answer: "Monthly." });
	expect(questionOf(now, KEYS).state).toBe("needs-person");
	const gone = await answerQuestions(owner, id, [{ questionId, textMark: "of another", said: answer("Never.") }]);
	expect(await refusalOf(gone)).toMatchObject({ status: 404 });

	const csv = await owner.call("replaceQuestionnaireFile", {
		params: { questionnaireId: id },
		query: { version: String(version + 1), fileName: "newer.csv" },
		file: { content: csvOf(KEYS), type: "text/csv" },
	});
	expect(await refusalOf(csv)).toMatchObject({ status: 422, message: expect.stringContaining("same type, XLSX") });
});

test("a file in which nothing is found names what it holds, and is taken when a person says where the questions are", async () => {
	const owner = await createOwner(server);
	const file = "Vaatimus,Selvitys\r\nSalasanat tallennetaan tiivisteinä,\r\nTiedot salataan levossa,\r\n";
	const send = (mapping?: object | string) =>
		owner.call("addQuestionnaire", {
			query: {
				title: "Lomake",
				customer: "",
				fileName: "lomake.csv",
				...(mapping !== undefined && { mapping: typeof mapping === "string" ? mapping : JSON.stringify(mapping) }),
			},
			file: { content: file, type: "text/csv" },
		});
	const refused = await send();
	const { message, details } = await refused.json();
	expect(message).toContain("No questions were found: its columns begin with “Vaatimus”, “Selvitys”.");
	const { tables } = fileRefused.parse(details);
	const shape = tables[0]?.shape ?? "";
	const taken = await send({ [shape]: { ...use(0, 1), firstRow: 2 } });
	expect(taken.status).toBe(201);
	expect(await taken.json()).toMatchObject({ counts: { questions: 2 } });
	// It is known when the same form comes again.
	expect((await send()).status).toBe(201);
	expect((await send("{")).status).toBe(400);
});

test("full cells are replaced only when asked, sources go where the client had them last, and the name says whose answers these are", async () => {
	const owner = await createOwner(server);
	const headers = { [CLIENT]: await addClient(server, owner.workspaceId, "Acme: Bank") };
	const { id } = await addQuestionnaire(owner, {
		file: `Question,Answer\r\n${BACKUPS},As agreed\r\n${LEAVERS},\r\n`,
		headers,
	});
	const detail = await readQuestionnaire(owner, id);
	expect(detail.sources).toBe("column");
	await sayAnswers(owner, id, [
		{ questionId: questionOf(detail, BACKUPS).id, said: answer("Monthly.") },
		{ questionId: questionOf(detail, LEAVERS).id, said: answer("Within a day.") },
	]);
	const kept = await (await download(owner, id)).text();
	expect(kept).toContain("As agreed");
	expect(kept).toContain("Answered by");
	const change = { params: { questionnaireId: id }, body: { sources: "none" } };
	expect((await owner.call("changeQuestionnaire", change)).status).toBe(204);
	const replaced = await download(owner, id, { full: "replace" });
	expect(replaced.headers.get("content-disposition")).toContain('filename="vendor review, answers of Acme Bank.csv"');
	expect(await replaced.text()).toBe(`Question,Answer\r\n${BACKUPS},Monthly.\r\n${LEAVERS},Within a day.\r\n`);
	const next = await addQuestionnaire(owner, { file: csvOf(KEYS), headers });
	expect((await readQuestionnaire(owner, next.id)).sources).toBe("none");
	expect((await readQuestionnaire(owner, (await addQuestionnaire(owner, { file: csvOf(KEYS) })).id)).sources).toBe(
		"column",
	);
});
