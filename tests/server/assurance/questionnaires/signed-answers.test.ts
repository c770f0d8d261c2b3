import { expect, test } from "vitest";
import { questionnairePage } from "#contract/questionnaires/questionnaires.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { SMALL } from "../../../support/assessments/small-template.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { answer, begin, giveTemplate, move, readAssessment, sign } from "../../../support/server/assessments.ts";
import { addClient, createOwner, type TestMember } from "../../../support/server/people.ts";
import {
	addQuestionnaire,
	answerQuestions,
	csvOf,
	proposalOf,
	questionOf,
	readQuestionnaire,
} from "../../../support/server/questionnaires.ts";

const { server } = await startAccountServer();
const { owner: tables } = server.database;

const BACKUPS = "Are backups restored?";
const KEYS = "Who has a key?";
const FILE = csvOf(BACKUPS, "Which color is the company car?");

/** An assessment with an answer about backups. `more`: for `begin`. */
async function visited(owner: TestMember, choice: string, more: Record<string, unknown> = {}, headers = {}) {
	const id = await begin(owner, more, headers);
	const word = await answer(owner, id, "backup", choice, { note: "Every month, the log was shown." });
	return { id, word };
}
const signed = async (owner: TestMember, ...of: [string, Record<string, unknown>?, Record<string, string>?]) => {
	const visit = await visited(owner, ...of);
	expect(await sign(owner, await readAssessment(owner, visit.id))).toBe(1);
	return visit;
};
async function withTemplate() {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	return owner;
}
const confirm = (member: TestMember, id: string, questionId: string, mark: string) =>
	answerQuestions(member, id, [{ questionId, said: { type: "confirm", mark } }]);
const stateOf = async (member: TestMember, id: string) => {
	const { questions } = await readQuestionnaire(member, id);
	const page = questionnairePage.parse(await (await member.call("listQuestionnaires", {})).json());
	return [questions[0]?.state, page.questionnaires.find((one) => one.id === id)?.counts.proposed];
};

test("a signed answer is proposed with who signed it, confirmed by its mark, and told in the file", async () => {
	const owner = await withTemplate();
	const { id: assessmentId, word } = await signed(owner, "yes");
	const { id, counts } = await addQuestionnaire(owner, { file: FILE });
	expect(counts).toMatchObject({ proposed: 1, needsPerson: 1 });
	expect(await stateOf(owner, id)).toEqual(["proposed", 1]);
	const before = await readQuestionnaire(owner, id);
	const proposal = proposalOf(before, BACKUPS);
	expect(proposal).toMatchObject({
		id: word,
		question: BACKUPS,
		answer: "Yes. Every month, the log was shown.",
		source: {
			type: "assessment",
			assessmentId,
			wordId: word,
			questionId: "backup",
			title: "Visit to Lagos",
			template: "A small visit",
			subject: "",
			signedBy: "Ngozi Ade",
		},
	});
	const questionId = questionOf(before, BACKUPS).id;
	expect((await confirm(owner, id, questionId, "another")).status).toBe(404);
	expect((await confirm(owner, id, questionId, proposal.mark)).status).toBe(202);
	expect(questionOf(await readQuestionnaire(owner, id), BACKUPS)).toMatchObject({
		state: "confirmed",
		answer: proposal.answer,
		source: { type: "assessment", assessmentId },
		libraryNow: "same",
		inLibrary: false,
	});
	const file = await owner.call("readQuestionnaireFile", { params: { questionnaireId: id } });
	const text = await file.text();
	expect(text).toContain("A small visit, signed by Ngozi Ade, ");
	expect(text).not.toContain("Visit to Lagos");

	// Changed since: the confirmed answer stays as it was, and says so.
	await answer(owner, assessmentId, "backup", "no", { after: [word] });
	expect(questionOf(await readQuestionnaire(owner, id), BACKUPS)).toMatchObject({
		answer: proposal.answer,
		libraryNow: "withdrawn",
	});
});

test("what is not signed, or was changed or reopened since, is not proposed", async () => {
	const owner = await withTemplate();
	const visit = await visited(owner, "yes");
	await move(owner, visit.id, "submitted");
	await move(owner, visit.id, "accepted");
	const { id: early, counts } = await addQuestionnaire(owner, { file: FILE });
	expect(counts.proposed).toBe(0);
	await sign(owner, await readAssessment(owner, visit.id));
	await owner.call("matchQuestionnaire", { params: { questionnaireId: early } });
	expect(await stateOf(owner, early)).toEqual(["proposed", 1]);
	const detail = await readQuestionnaire(owner, early);
	const { mark } = proposalOf(detail, BACKUPS);

	expect(await move(owner, visit.id, "closed")).toBe(1);
	expect(await stateOf(owner, early)).toEqual(["proposed", 1]);
	expect(await move(owner, visit.id, "under-way")).toBe(1);
	expect(await stateOf(owner, early)).toEqual(["needs-person", 0]);
	expect(await refusalOf(await confirm(owner, early, questionOf(detail, BACKUPS).id, mark))).toMatchObject({
		status: 404,
		message: expect.stringContaining("has changed since"),
	});
	await sign(owner, await readAssessment(owner, visit.id));
	expect(await stateOf(owner, early)).toEqual(["proposed", 1]);
	const onDevice = await readAssessment(owner, visit.id);
	const changed = await answer(owner, visit.id, "backup", "no", { after: [visit.word] });
	expect(await stateOf(owner, early)).toEqual(["needs-person", 0]);

	// Signed again, the new answer takes its place, whatever arrives late over the old one.
	expect(await sign(owner, await readAssessment(owner, visit.id))).toBe(1);
	expect(await sign(owner, onDevice)).toBe(0);
	expect(await stateOf(owner, early)).toEqual(["needs-person", 0]);
	await owner.call("matchQuestionnaire", { params: { questionnaireId: early } });
	expect(await stateOf(owner, early)).toEqual(["proposed", 1]);
	expect(proposalOf(await readQuestionnaire(owner, early), BACKUPS)).toMatchObject({ id: changed, answer: "No." });
});

test("the newest signed of one template and subject answers; changed since, no older one answers in its place", async () => {
	const owner = await withTemplate();
	const first = await signed(owner, "yes");
	const { id } = await addQuestionnaire(owner, { file: FILE });
	const second = await signed(owner, "partly");
	expect(await stateOf(owner, id)).toEqual(["needs-person", 0]);
	await owner.call("matchQuestionnaire", { params: { questionnaireId: id } });
	expect(proposalOf(await readQuestionnaire(owner, id), BACKUPS)).toMatchObject({
		id: second.word,
		source: { assessmentId: second.id },
	});
	await answer(owner, second.id, "backup", "no", { after: [second.word] });
	await owner.call("matchQuestionnaire", { params: { questionnaireId: id } });
	expect((await readQuestionnaire(owner, id)).proposals).toEqual([]);
	expect(first.id).not.toBe(second.id);

	// Of two sites, both answer: a person decides.
	const lagos = await signed(owner, "yes", { subject: "Lagos office" });
	const abuja = await signed(owner, "no", { subject: "Abuja office" });
	await owner.call("matchQuestionnaire", { params: { questionnaireId: id } });
	const both = await readQuestionnaire(owner, id);
	expect(questionOf(both, BACKUPS).state).toBe("needs-person");
	expect(new Set(questionOf(both, BACKUPS).proposals)).toEqual(new Set([lagos.word, abuja.word]));
	expect(both.proposals.map(({ answer: text }) => text.slice(0, 18)).sort()).toEqual([
		"Abuja office: No. ",
		"Lagos office: Yes.",
	]);
});

test("no supplier and no other client answers for a client, and a signature counts for a year", async () => {
	const owner = await createOwner(server);
	await giveTemplate(owner, { ...SMALL, kind: "vendor" });
	await signed(owner, "yes", { subject: "A supplier" });
	const clientId = await addClient(server, owner.accountId, "Acme");
	await signed(owner, "no", {}, { [CLIENT]: clientId });
	expect((await addQuestionnaire(owner, { file: FILE })).counts.proposed).toBe(0);
	const headers = { [CLIENT]: clientId };
	const { id } = await addQuestionnaire(owner, { file: FILE, headers });
	const proposal = proposalOf(await readQuestionnaire(owner, id, headers), BACKUPS);
	expect(proposal).toMatchObject({ answer: "No. Every month, the log was shown.", source: { subject: "" } });
	await answerQuestions(owner, id, [{ questionId: "2", said: { type: "confirm", mark: proposal.mark } }], { headers });
	const { id: later } = await addQuestionnaire(owner, { file: FILE, headers });
	await tables.query("ALTER TABLE sign_offs DISABLE TRIGGER sign_offs_stay");
	await tables.query("UPDATE sign_offs SET said_at = said_at - interval '366 days' WHERE client_id = $1", [clientId]);
	await tables.query("ALTER TABLE sign_offs ENABLE TRIGGER sign_offs_stay");
	expect(await stateOf(owner, later)).toEqual(["needs-person", 0]);
	expect(questionOf(await readQuestionnaire(owner, id, headers), BACKUPS).libraryNow).toBe("expired");
	expect((await addQuestionnaire(owner, { file: FILE, headers })).counts.proposed).toBe(0);
});

test("people who answered a question differently answer nothing", async () => {
	const owner = await withTemplate();
	const id = await begin(owner);
	await answer(owner, id, "who", { type: "text", text: "Ada." });
	await answer(owner, id, "who", { type: "text", text: "Ben." });
	await sign(owner, await readAssessment(owner, id));
	const { counts } = await addQuestionnaire(owner, { file: csvOf(KEYS) });
	expect(counts.proposed).toBe(0);
});
