import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { addControl, CHECKLIST, readControl, say } from "../../../support/server/controls.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server } = await startAccountServer();

/** A control with a checklist, the owner who reviews, and a member whose runs need review. */
async function begin() {
	const owner = await createOwner(server);
	const contributor = await addMember(server, owner, "contributor");
	const { id, tests } = await addControl(owner, [CHECKLIST]);
	const testId = tests[0]?.id;
	let minute = 0;
	/** Returns the run's piece of evidence. */
	const run = async (member: TestMember, answer: "yes" | "no"): Promise<string> => {
		minute += 1;
		const saidAt = new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();
		const body = { id: randomUUID(), testId, saidAt, outcome: { answers: [answer, "yes"] }, note: "Seen." };
		expect(await say(member, "addTestRun", body)).toBe(1);
		return (await readControl(owner, id)).tests[0]?.runs[0]?.evidenceId ?? "";
	};
	const decide = async (evidenceId: string, decision: string) => {
		const body = { evidenceId, decision, reason: "Because.", saidAt: new Date().toISOString() };
		expect((await owner.call("decideEvidence", { body })).status).toBe(202);
	};
	const standing = async () => (await readControl(owner, id)).standing;
	return { owner, contributor, id, run, decide, standing };
}

test("a run that passed counts once its evidence is accepted, and no longer when that is withdrawn", async () => {
	const { owner, contributor, id, run, decide, standing } = await begin();
	const piece = await run(contributor, "yes");
	expect(await readControl(owner, id)).toMatchObject({
		standing: "not-evaluated",
		why: "1 test has no run that counts yet, and there is no accepted evidence. 1 run waits for its review.",
	});
	await decide(piece, "returned");
	expect((await readControl(owner, id)).why).toBe(
		"1 test has no run that counts yet, and there is no accepted evidence.",
	);
	await decide(piece, "submitted");
	await decide(piece, "accepted");
	expect(await standing()).toBe("covered");
	await decide(piece, "withdrawn");
	expect(await standing()).toBe("not-evaluated");
});

test("the newest accepted run is found behind newer ones that are not", async () => {
	const { owner, contributor, run, decide, standing } = await begin();
	await run(owner, "yes");
	await decide(await run(contributor, "yes"), "returned");
	await run(contributor, "yes");
	expect(await standing()).toBe("covered");
});

test("a run that failed counts at once, until a later one that passed is accepted", async () => {
	const { contributor, run, decide, standing } = await begin();
	await decide(await run(contributor, "no"), "returned");
	expect(await standing()).toBe("evidence-against");
	const passed = await run(contributor, "yes");
	expect(await standing()).toBe("evidence-against");
	await decide(passed, "accepted");
	expect(await standing()).toBe("covered");
	await decide(passed, "withdrawn");
	expect(await standing()).toBe("evidence-against");
});
