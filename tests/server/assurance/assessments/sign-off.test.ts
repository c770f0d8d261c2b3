import { expect, test } from "vitest";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import {
	answer,
	begin,
	giveTemplate,
	move,
	readAssessment,
	sign,
	signBody,
	wordBody,
} from "../../../support/server/assessments.ts";
import { addMember, createOwner } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

async function answered() {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	const id = await begin(owner);
	const door = await answer(owner, id, "door", "yes");
	await answer(owner, id, "backup", "no");
	return { owner, id, door };
}

test("signatures over what stands are kept; an answer after them makes a new revision and voids them", async () => {
	const { owner, id, door } = await answered();
	const read = await readAssessment(owner, id);
	expect(await sign(owner, read)).toBe(1);
	expect(await readAssessment(owner, id)).toMatchObject({
		state: "signed",
		revision: 1,
		signOffs: [{ revision: 1, voidedAt: null, signers: [{ name: "Ngozi Ade" }], by: { accountId: owner.accountId } }],
	});
	// The same answer again changes nothing.
	await answer(owner, id, "door", "yes", { after: [door] });
	expect(await readAssessment(owner, id)).toMatchObject({ state: "signed", revision: 1 });
	await answer(owner, id, "door", "partly", { after: [door], note: "It sticks." });
	const changed = await readAssessment(owner, id);
	expect(changed).toMatchObject({ state: "under-way", revision: 2, differing: 1 });
	expect(changed.signOffs[0]?.voidedAt).not.toBeNull();
	await answer(owner, id, "door", "no", {
		after: changed.words.filter(({ questionId }) => questionId === "door").map((word) => word.id),
		note: "Broken.",
	});
	expect(await sign(owner, await readAssessment(owner, id))).toBe(1);
	expect(
		(await readAssessment(owner, id)).signOffs.map(({ revision, voidedAt }) => [revision, voidedAt === null]),
	).toEqual([
		[2, true],
		[1, false],
	]);
	expect(await move(owner, id, "closed")).toBe(1);
	const late = await owner.call("signAssessment", { body: signBody(await readAssessment(owner, id)) });
	expect(await refusalOf(late)).toMatchObject({ status: 409, code: "already_finished" });
	await expect(pool.query("UPDATE sign_offs SET signers = '[]' WHERE assessment_id = $1", [id])).rejects.toThrow(
		"A sign-off cannot be changed",
	);
	await expect(pool.query("UPDATE sign_offs SET voided_at = NULL WHERE assessment_id = $1", [id])).rejects.toThrow();
	await expect(pool.query("DELETE FROM assessment_words WHERE assessment_id = $1", [id])).rejects.toThrow();
});

test("signatures over answers that changed meanwhile are kept, and stand no more", async () => {
	const { owner, id, door } = await answered();
	const onDevice = await readAssessment(owner, id);
	await answer(owner, id, "door", "no", { after: [door], note: "Broken." });
	const signOff = signBody(onDevice);
	const taken = await owner.call("signAssessment", { body: signOff });
	expect(taken.status).toBe(202);
	expect((await taken.json()).receipt.taken).toBe(0);
	const read = await readAssessment(owner, id);
	expect(read).toMatchObject({ state: "under-way", revision: 2, signOffs: [{ revision: 1, sha256: signOff.sha256 }] });
	expect(read.signOffs[0]?.voidedAt).not.toBeNull();
	// The other party signed the same answers on another device: the same revision.
	await sign(owner, onDevice);
	expect(await sign(owner, read)).toBe(1);
	expect((await readAssessment(owner, id)).signOffs.map(({ revision }) => revision)).toEqual([2, 1, 1]);
});

test("signatures wait for the answers that they cover, and belong to no others", async () => {
	const { owner, id } = await answered();
	const read = await readAssessment(owner, id);
	const waiting = wordBody(id, "who", { type: "text", text: "Ada" });
	const ahead = {
		...read,
		words: [
			...read.words,
			{ ...waiting, questionId: "who", by: { accountId: null, name: "" }, receivedAt: null },
		] as typeof read.words,
	};
	const body = signBody(ahead);
	expect(await refusalOf(await owner.call("signAssessment", { body }))).toMatchObject({
		status: 409,
		code: "not_finished",
	});
	expect((await owner.call("answerQuestion", { body: waiting })).status).toBe(202);
	expect((await owner.call("signAssessment", { body })).status).toBe(202);
	// Sent again under another key, it is the same.
	expect((await (await owner.call("signAssessment", { body })).json()).receipt.taken).toBe(0);
	expect((await readAssessment(owner, id)).signOffs).toHaveLength(1);

	const wrong = { ...signBody(ahead), sha256: "0".repeat(64) };
	expect(await refusalOf(await owner.call("signAssessment", { body: wrong }))).toMatchObject({
		status: 422,
		code: "file_refused",
	});
	const fewer = signBody(ahead);
	const dropped = { ...fewer, covers: fewer.covers.slice(1) };
	expect(await refusalOf(await owner.call("signAssessment", { body: dropped }))).toMatchObject({ status: 422 });
	const empty = await begin(owner);
	const ofOther = { ...signBody(ahead), assessmentId: empty };
	expect(await refusalOf(await owner.call("signAssessment", { body: ofOther }))).toMatchObject({ status: 409 });
	const taken = { ...signBody(ahead), id: body.id, assessmentId: empty };
	expect(await refusalOf(await owner.call("signAssessment", { body: taken }))).toMatchObject({ status: 422 });
	const auditor = await addMember(server, owner, "auditor");
	expect((await auditor.call("signAssessment", { body: signBody(ahead) })).status).toBe(403);
});

test("what people answered differently can be signed, and a pick afterward voids it", async () => {
	const { owner, id } = await answered();
	const member = await addMember(server, owner, "contributor");
	const [mine, theirs] = [
		await answer(owner, id, "who", { type: "text", text: "Ada" }),
		await answer(member, id, "who", { type: "text", text: "Ben" }),
	];
	const read = await readAssessment(owner, id);
	expect(read.differing).toBe(1);
	expect(await sign(owner, read)).toBe(1);
	await answer(owner, id, "who", { type: "text", text: "Ada" }, { after: [mine, theirs] });
	expect(await readAssessment(owner, id)).toMatchObject({ revision: 2, differing: 0, state: "under-way" });
});

test("signing while others answer: every signature is over what it says, and stands only if nothing changed after it", async () => {
	const { owner, id } = await answered();
	const member = await addMember(server, owner, "contributor");
	const read = await readAssessment(owner, id);
	const calls = [
		...Array.from({ length: 6 }, (_, n) =>
			member.call("answerQuestion", { body: wordBody(id, "who", { type: "text", text: `Person ${n}` }) }),
		),
		...Array.from({ length: 3 }, () => owner.call("signAssessment", { body: signBody(read) })),
	];
	const statuses = (await Promise.all(calls)).map(({ status }) => status);
	expect(new Set(statuses)).toEqual(new Set([202]));
	const after = await readAssessment(owner, id);
	expect(after.words).toHaveLength(8);
	expect(after.signOffs.every(({ sha256 }) => sha256 === after.signOffs[0]?.sha256)).toBe(true);
	expect(new Set(after.signOffs.map(({ revision }) => revision)).size).toBe(1);
	expect(after.signOffs.every(({ voidedAt }) => voidedAt !== null)).toBe(true);
	expect(after.revision).toBeGreaterThan(after.signOffs[0]?.revision ?? 0);
});

test("the same word from two devices at once is stored once", async () => {
	const { owner, id } = await answered();
	const body = wordBody(id, "who", { type: "text", text: "Ada" });
	const both = await Promise.all([1, 2, 3, 4].map(() => owner.call("answerQuestion", { body })));
	expect(both.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
	expect((await readAssessment(owner, id)).words.filter((word) => word.id === body.id)).toHaveLength(1);
});
