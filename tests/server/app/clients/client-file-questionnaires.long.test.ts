import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { API_PATHS } from "#contract/routes.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { answer, begin, giveTemplate, readAssessment, sign } from "../../../support/server/assessments.ts";
import {
	addQuestionnaire,
	answerQuestions,
	approve,
	csvOf,
	proposalOf,
	questionOf,
	readLibrary,
	readQuestionnaire,
	sayAnswers,
} from "../../../support/server/questionnaires.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { about, bodyOf, type Consultancy, createConsultancy } from "./consultancy.ts";
import { type Files, jsonIn, putJson, repacked } from "./repack.ts";

const server = await startTestServer();
const { pool } = server.database;

const BACKUPS = "How often do you test restoring backups?";
const LEAVERS = "How quickly is access removed when people leave?";

/** A client with a questionnaire: one answer is confirmed, one is proposed, one was entered too late to count. */
async function withQuestionnaire() {
	const ada = await createConsultancy(server);
	const { id: clientId } = await ada.addClient("Acme");
	const { headers } = about(clientId);
	await approve(ada, { question: BACKUPS, answer: "Every month.", tags: ["Backup"] }, { headers });
	await approve(ada, { question: LEAVERS, answer: "Within a day." }, { headers });
	const { id } = await addQuestionnaire(ada, { file: csvOf(BACKUPS, LEAVERS, "Which car?"), headers });
	const detail = await readQuestionnaire(ada, id, headers);
	const questionId = questionOf(detail, BACKUPS).id;
	const { mark } = proposalOf(detail, BACKUPS);
	await sayAnswers(ada, id, [{ questionId, said: { type: "confirm", mark } }], { headers });
	const late = { headers, saidAt: "2026-01-01T00:00:00.000Z" };
	await sayAnswers(ada, id, [{ questionId, said: { type: "answer", text: "Never." } }], late);
	const answer = await ada.call("readClientFile", { params: { clientId } });
	return { ada, id, headers, file: Buffer.from(await answer.arrayBuffer()) };
}
const upload = (to: Consultancy, file: Uint8Array) =>
	to.upload(API_PATHS.importClient, file, { "Content-Type": "application/zip" });
/** Without ids, which are new in each workspace, and what depends on them. */
const plain = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value).replace(/"(?:[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{22})"/g, '"an id"'));

test("questionnaires go along with their files, the library and every word, without accounts", async () => {
	const { ada, id, headers, file } = await withQuestionnaire();
	const whole = Object.values(unzipSync(file))
		.map((content) => Buffer.from(content).toString("latin1"))
		.join("\n");
	expect(whole).not.toContain(ada.accountId);
	const bob = await createConsultancy(server);
	const taken = await bodyOf(await upload(bob, file), 201);
	const here = about(taken.id).headers;
	const { questionnaires } = await bodyOf(await bob.call("listQuestionnaires", { headers: here }));
	expect(questionnaires).toHaveLength(1);
	const [before, after] = [
		await readQuestionnaire(ada, id, headers),
		await readQuestionnaire(bob, questionnaires[0].id, here),
	];
	expect(plain(after)).toEqual(plain(before));
	expect(plain((await readLibrary(bob)).answers)).toEqual(plain((await readLibrary(ada)).answers));
	const params = { questionnaireId: questionnaires[0].id };
	const filled = await (await bob.call("readQuestionnaireFile", { params, headers: here })).text();
	expect(filled).toContain("Every month.");
	// What is proposed there can be confirmed here.
	const { mark } = proposalOf(after, LEAVERS);
	const said = [{ questionId: questionOf(after, LEAVERS).id, said: { type: "confirm", mark } }];
	expect((await answerQuestions(bob, after.id, said, { headers: here })).status).toBe(202);
	const words = "SELECT shown, counted, said_by_name FROM answer_words WHERE workspace_id = $1 AND subject_type = $2";
	const wordsOf = async (of: Consultancy) =>
		(await pool.query(`${words} AND field = '2' ORDER BY no`, [of.workspaceId, "questionnaire"])).rows;
	expect(await wordsOf(bob)).toEqual(await wordsOf(ada));
	const log =
		"SELECT FROM audit_entries WHERE workspace_id = $1 AND what IN ('question-answered', 'library-answer-said')";
	expect((await pool.query(log, [bob.workspaceId])).rowCount).toBe(1);
});

test("signed answers go along: what was confirmed keeps its source, and what is proposed can be confirmed there", async () => {
	const ada = await createConsultancy(server);
	const { id: clientId } = await ada.addClient("Acme");
	const { headers } = about(clientId);
	await giveTemplate(ada);
	const assessment = await begin(ada, {}, headers);
	await answer(ada, assessment, "backup", "yes");
	await answer(ada, assessment, "who", { type: "text", text: "Only the guards." });
	await sign(ada, await readAssessment(ada, assessment));
	const [restored, key] = ["Are backups restored?", "Who has a key?"];
	const { id } = await addQuestionnaire(ada, { file: csvOf(restored, key), headers });
	const before = await readQuestionnaire(ada, id, headers);
	const confirm = [{ questionId: "2", said: { type: "confirm", mark: proposalOf(before, restored).mark } }];
	await sayAnswers(ada, id, confirm, { headers });
	const read = await ada.call("readClientFile", { params: { clientId } });
	const bob = await createConsultancy(server);
	const taken = await bodyOf(await upload(bob, Buffer.from(await read.arrayBuffer())), 201);
	const here = about(taken.id).headers;
	const { questionnaires } = await bodyOf(await bob.call("listQuestionnaires", { headers: here }));
	const after = await readQuestionnaire(bob, questionnaires[0].id, here);
	expect(plain(after)).toEqual(plain(await readQuestionnaire(ada, id, headers)));
	const { assessments } = await bodyOf(await bob.call("listAssessments", { headers: here }));
	expect(questionOf(after, restored)).toMatchObject({
		libraryNow: "same",
		source: { type: "assessment", assessmentId: assessments[0].id },
	});
	const said = [
		{ questionId: questionOf(after, key).id, said: { type: "confirm", mark: proposalOf(after, key).mark } },
	];
	expect((await answerQuestions(bob, after.id, said, { headers: here })).status).toBe(202);
});

type Row = Record<string, unknown> & { questions: Record<string, unknown>[] };

test.each([
	["whose file was changed", (row: Row) => ({ ...row, size: 5 }), "not the one that it was"],
	["with a question that is nowhere", (row: Row) => ({ ...row, questions: [{ ...row.questions[0], id: "" }] }), "at"],
	[
		"with a question that stands in it twice",
		(row: Row) => ({ ...row, questions: [...row.questions, ...row.questions] }),
		"something twice",
	],
	[
		"that is confirmed without an answer",
		(row: Row) => ({ ...row, questions: row.questions.map((one) => ({ ...one, answer: "" })) }),
		"cannot be stored",
	],
])("a file with a questionnaire %s is refused, and nothing is taken in", async (_what, change, why) => {
	const { file } = await withQuestionnaire();
	const files = unzipSync(file);
	const path = "data/questionnaires-0001.json";
	const rows: Row[] = JSON.parse(Buffer.from(files[path] ?? "").toString());
	files[path] = Buffer.from(JSON.stringify(rows.map(change)));
	const bob = await createConsultancy(server);
	expect(await refusalOf(await upload(bob, repacked(files)))).toMatchObject({
		status: 400,
		message: expect.stringContaining(why),
	});
	const { rowCount } = await pool.query("SELECT FROM clients WHERE workspace_id = $1", [bob.workspaceId]);
	expect(rowCount).toBe(1);
});

test.each([
	[
		"more questionnaires than a client can have",
		"questionnaires",
		(row: Row) => Array.from({ length: 501 }, () => ({ ...row, id: randomUUID() })),
	],
	[
		"more approved answers than a client can have",
		"library",
		(row: Row) => Array.from({ length: 2_001 }, () => ({ ...row, id: randomUUID() })),
	],
	[
		"needs at 0.questions",
		"questionnaires",
		(row: Row) => [
			{ ...row, questions: Array.from({ length: 20_001 }, (_, n) => ({ ...row.questions[0], id: String(n + 1) })) },
		],
	],
	[
		"needs at 0.questions.0.standing",
		"questionnaires",
		(row: Row) => [{ ...row, questions: [{ ...row.questions[0], standing: "世".repeat(20_001) }] }],
	],
	["needs at 0.answer", "library", (row: Row) => [{ ...row, answer: "世".repeat(20_001) }]],
])("a file that goes over a limit is refused: %s", async (why, section, change) => {
	const { file } = await withQuestionnaire();
	const files: Files = unzipSync(file);
	const path = `data/${section}-0001.json`;
	putJson(files, path, jsonIn(files, path).slice(0, 1).flatMap(change));
	const bob = await createConsultancy(server);
	expect(await refusalOf(await upload(bob, repacked(files)))).toMatchObject({
		status: 400,
		message: expect.stringContaining(why),
	});
	const { rowCount } = await pool.query("SELECT FROM clients WHERE workspace_id = $1", [bob.workspaceId]);
	expect(rowCount).toBe(1);
});

test("one that came without its file keeps its answers, and says that there is nothing to fill in", async () => {
	const { file } = await withQuestionnaire();
	const files = unzipSync(file);
	const path = "data/questionnaires-0001.json";
	const rows: Row[] = JSON.parse(Buffer.from(files[path] ?? "").toString());
	const kept = Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith("files/questionnaires/")));
	kept[path] = Buffer.from(JSON.stringify(rows.map((row) => ({ ...row, file: null }))));
	const bob = await createConsultancy(server);
	const taken = await bodyOf(await upload(bob, repacked(kept)), 201);
	const { headers } = about(taken.id);
	const { questionnaires } = await bodyOf(await bob.call("listQuestionnaires", { headers }));
	const detail = await readQuestionnaire(bob, questionnaires[0].id, headers);
	expect(detail).toMatchObject({ hasFile: false, counts: { confirmed: 1 } });
	const params = { questionnaireId: detail.id };
	expect(await refusalOf(await bob.call("readQuestionnaireFile", { params, headers }))).toMatchObject({
		status: 404,
		message: expect.stringContaining("without its file"),
	});
});
