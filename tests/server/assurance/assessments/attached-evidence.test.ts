import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { evidenceDetail } from "#contract/evidence/evidence.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { answer, begin, giveTemplate, move, readAssessment, sign } from "../../../support/server/assessments.ts";
import { evidenceBody } from "../../../support/server/evidence.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

/** A visit in progress, with a reviewer who did not make it. */
async function withVisit() {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	const visitor = await addMember(server, owner, "contributor");
	const id = await begin(visitor);
	await answer(visitor, id, "door", "yes");
	return { owner, visitor, id };
}

async function attach(member: TestMember, assessmentId: string, id: string = randomUUID()): Promise<string> {
	const body = evidenceBody([], { id, about: [{ type: "assessment", id: assessmentId }] });
	expect((await member.call("addEvidence", { body })).status).toBe(202);
	return id;
}

/** Answers the question for a photo with these, instead of an earlier answer. */
const photograph = (member: TestMember, id: string, evidence: string[], after: string[] = []) =>
	answer(member, id, "picture", { type: "photo" }, { evidence, after });

const read = async (member: TestMember, evidenceId: string) =>
	evidenceDetail.parse(await (await member.call("readEvidence", { params: { evidenceId } })).json());
const stateOf = async (member: TestMember, evidenceId: string) => (await read(member, evidenceId)).state;
const signerOf = (signature: string, name = "Ngozi Ade") => ({ name, role: "Head of IT", signature });

test("photos are submitted, returned and accepted with their visit, by the same person at the same time", async () => {
	const { owner, visitor, id } = await withVisit();
	const photo = await attach(visitor, id);
	const other = await attach(visitor, id);
	await photograph(visitor, id, [photo]);
	await move(visitor, id, "submitted");
	expect(await stateOf(owner, photo)).toBe("submitted");
	await move(owner, id, "returned", { reason: "Too dark." });
	expect(await read(owner, photo)).toMatchObject({ state: "returned", stateReason: "Too dark." });
	await move(visitor, id, "submitted");
	await move(owner, id, "accepted");
	const { state, stateReason, custody, reviewedByAuthor } = await read(owner, photo);
	expect({ state, stateReason, reviewedByAuthor }).toEqual({
		state: "accepted",
		stateReason: "",
		reviewedByAuthor: false,
	});
	expect(custody.map(({ what, by }) => [what, by.accountId])).toEqual([
		["received", visitor.accountId],
		["linked", visitor.accountId],
		["submitted", visitor.accountId],
		["returned", owner.accountId],
		["submitted", visitor.accountId],
		["accepted", owner.accountId],
	]);
	const { rows } = await pool.query(
		"SELECT detail ->> 'value' AS value FROM audit_entries WHERE workspace_id = $1 AND what = 'evidence-decided' ORDER BY id",
		[owner.workspaceId],
	);
	expect(rows.map(({ value }) => value)).toEqual(["submitted", "returned: Too dark.", "submitted", "accepted"]);
	// What no answer names is a piece of its own.
	expect(await stateOf(owner, other)).toBe("draft");
});

test("no one accepts their own through a visit while another may", async () => {
	const { owner, visitor, id } = await withVisit();
	const [own, theirs] = [await attach(owner, id), await attach(visitor, id)];
	await photograph(visitor, id, [own, theirs]);
	await move(visitor, id, "submitted");
	const consultant = await addMember(server, owner, "consultant");
	await move(owner, id, "accepted");
	expect([await stateOf(owner, own), await stateOf(owner, theirs)]).toEqual(["submitted", "accepted"]);

	const ofOwner = await begin(owner);
	await answer(owner, ofOwner, "door", "yes");
	await move(owner, ofOwner, "submitted");
	const accept = { assessmentId: ofOwner, state: "accepted", reason: "", saidAt: new Date().toISOString() };
	expect(await refusalOf(await owner.call("moveAssessment", { body: accept }))).toMatchObject({
		status: 403,
		code: "other_reviewer_required",
	});
	expect(await readAssessment(owner, ofOwner)).toMatchObject({ state: "submitted", needsOtherReviewer: true });
	expect(await readAssessment(consultant, ofOwner)).not.toHaveProperty("needsOtherReviewer");
	expect(await move(consultant, ofOwner, "accepted")).toBe(1);
});

test("who reviews alone accepts their own with the visit, and it says so", async () => {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	const id = await begin(owner);
	const photo = await attach(owner, id);
	await photograph(owner, id, [photo]);
	await move(owner, id, "submitted");
	await move(owner, id, "accepted");
	expect(await read(owner, photo)).toMatchObject({ state: "accepted", reviewedByAuthor: true });
});

test("a photo that an answer no longer names is superseded by the next submission, unless it is about more", async () => {
	const { owner, visitor, id } = await withVisit();
	const [dark, shared, bright] = [await attach(visitor, id), await attach(visitor, id), await attach(visitor, id)];
	const link = { evidenceId: shared, about: { type: "asset", id: "example.com" }, linked: true };
	expect((await visitor.call("linkEvidence", { body: link })).status).toBe(202);
	const first = await photograph(visitor, id, [dark, shared]);
	await move(visitor, id, "submitted");
	await photograph(visitor, id, [bright], [first]);
	await move(visitor, id, "submitted");
	expect(await Promise.all([dark, shared, bright].map((one) => stateOf(owner, one)))).toEqual([
		"superseded",
		"submitted",
		"submitted",
	]);
});

test("signatures and photos are accepted with the answers that are signed, also if they arrive later", async () => {
	const { owner, visitor, id } = await withVisit();
	const [photo, late, signature, lateSignature] = [await attach(visitor, id), ...Array.from({ length: 3 }, randomUUID)];
	if (!photo || !late || !signature || !lateSignature) throw new Error("Four ids.");
	await attach(visitor, id, signature);
	await photograph(visitor, id, [photo, late]);
	const signers = [signerOf(signature), signerOf(lateSignature, "Tunde Bello")];
	expect(await sign(visitor, await readAssessment(visitor, id), { signers })).toBe(1);
	await attach(visitor, id, late);
	await attach(visitor, id, lateSignature);
	for (const piece of [photo, signature, late, lateSignature]) {
		const { state, custody } = await read(owner, piece);
		expect(state).toBe("accepted");
		expect(custody.at(-1)).toMatchObject({ what: "accepted", by: { accountId: visitor.accountId } });
	}
});

test("a photo that arrives after its visit was accepted waits for a person who sees it", async () => {
	const { owner, visitor, id } = await withVisit();
	const late = randomUUID();
	await photograph(visitor, id, [late]);
	await move(visitor, id, "submitted");
	await move(owner, id, "accepted");
	await attach(visitor, id, late);
	expect(await stateOf(owner, late)).toBe("submitted");
});
