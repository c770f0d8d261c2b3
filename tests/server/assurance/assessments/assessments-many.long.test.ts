import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { standingsOf } from "#contract/assessments/progress.ts";
import { accountId, ownWorkspace } from "#contract/ids.ts";
import { readAnswers, readWords } from "#server/assurance/assessments/store/read-words.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import {
	answer,
	begin,
	giveTemplate,
	listAssessments,
	readAssessment,
	sign,
	wordBody,
} from "../../../support/server/assessments.ts";
import { createOwner } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const QUESTIONS = ["door", "backup", "who", "keys"];

/** At least this many entries about an assessment, in histories that branch, merge and go in circles. */
async function storeWords(workspaceId: string, assessmentId: string, count: number): Promise<void> {
	// Numbers that look random and are the same in each run.
	let state = 7;
	const next = (below: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return state % below;
	};
	const ids = Array.from({ length: count }, () => randomUUID());
	const words = ids.map((id, n) => ({
		id,
		question_id: QUESTIONS[n % QUESTIONS.length],
		answer: { value: { type: "choice", choice: ["yes", "partly", "no"][next(3)] }, note: "", evidence: [] },
		// Mostly earlier ones about the same question, sometimes one that comes later.
		after: Array.from({ length: next(3) }, () => {
			const back = next(20) === 0 ? -3 : next(4);
			return ids[Math.max(0, n - QUESTIONS.length * back)] ?? id;
		}),
	}));
	await pool.query(
		`INSERT INTO assessment_words (workspace_id, client_id, assessment_id, id, question_id, answer, after, said_at, received_at, said_by_name)
		 SELECT $1, $1, $2, id, question_id, answer, after, now(), now(), 'Ada'
		 FROM jsonb_to_recordset($3) AS word (id uuid, question_id text, answer jsonb, after uuid[])`,
		[workspaceId, assessmentId, JSON.stringify(words)],
	);
}

test("five thousand words stand as the words themselves say, and another one finds its place", async () => {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	const id = await begin(owner);
	await storeWords(owner.workspaceId, id, 5_000);
	const of = { workspaceId: ownWorkspace(accountId.parse(owner.accountId)), assessmentId: id };
	const standings = standingsOf(await readWords(pool, of));
	expect(Object.fromEntries(await readAnswers(pool, of))).toEqual(Object.fromEntries(standings));
	expect([...standings.values()].some(({ status }) => status === "differs")).toBe(true);
	await answer(owner, id, "days", { type: "several", choices: ["mon"] });
	const read = await readAssessment(owner, id);
	expect(read.words).toHaveLength(5_001);
	expect(read.differing).toBe([...standings.values()].filter(({ status }) => status === "differs").length);
	expect(await sign(owner, read)).toBe(1);
});

test("an assessment takes so many words and no more, and says what to do", async () => {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	const id = await begin(owner);
	await storeWords(owner.workspaceId, id, 20_000);
	const refused = await refusalOf(await owner.call("answerQuestion", { body: wordBody(id, "door", "yes") }));
	expect(refused).toMatchObject({ status: 409, code: "limit_reached", message: expect.stringContaining("20,000") });
});

test("a list is paged by what was last changed, and filtered by state and template", async () => {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	const ids: string[] = [];
	for (let n = 0; n < 5; n += 1)
		ids.unshift(await begin(owner, { saidAt: new Date(Date.now() - (9 - n) * 1_000).toISOString() }));
	const first = ids.at(-1) ?? "";
	await answer(owner, first, "door", "yes");
	const order = [first, ...ids.slice(0, -1)];
	const seen: string[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const page = await listAssessments(owner, { limit: "2", ...(cursor && { cursor }) });
		seen.push(...page.assessments.map((one) => one.id));
		cursor = page.next;
	}
	expect(seen).toEqual(order);
	expect((await listAssessments(owner, { state: "under-way" })).assessments.map((one) => one.id)).toEqual([first]);
	expect((await listAssessments(owner, { template: "vendor" })).assessments).toEqual([]);
	expect((await owner.call("listAssessments", { query: { cursor: "x" } })).status).toBe(400);
});
