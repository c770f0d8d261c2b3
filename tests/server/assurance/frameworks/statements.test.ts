import { expect, test } from "vitest";
import { PACKS } from "#contract/frameworks/packs.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { choose, decide, decisionBody, frameworkOf, requirementOf } from "../../../support/server/frameworks.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const ANNEX_A = PACKS["iso-27001"].requirements
	.filter(({ id, parent }) => id.startsWith("A.") && parent !== undefined)
	.map(({ id }) => id);
const params = { frameworkId: "iso-27001" };

/** Approves what the member sees now. */
const approve = async (member: TestMember, more: Record<string, unknown> = {}) => {
	const { statement } = await frameworkOf(member, "iso-27001");
	const version = (statement.approvals[0]?.version ?? 0) + 1;
	return member.call("approveStatement", { params, body: { version, basis: statement.basis, note: "", ...more } });
};
/** An owner who decided about everything. */
async function decidedOwner(): Promise<TestMember> {
	const owner = await createOwner(server);
	await decide(owner, decisionBody(ANNEX_A, { reasons: ["risk"] }));
	return owner;
}

test("a clause cannot be left out, and nothing else in the request is decided either", async () => {
	const owner = await createOwner(server);
	const body = decisionBody(["A.5.1", "4.1", "6.1.3"], { decision: "not-applicable", justification: "No." });
	expect(await refusalOf(await owner.call("decideRequirements", { body }))).toMatchObject({
		status: 400,
		code: "invalid_body",
		details: { requirements: ["4.1", "6.1.3"] },
	});
	const framework = await frameworkOf(owner, "iso-27001");
	expect(framework.decisions).toMatchObject({ undecided: 93, "not-applicable": 0 });
	expect(requirementOf(framework, "4.1").decision?.state).toBe("applicable");
});

test("reasons are given for many at once, replaced by the next word, and refused for what does not apply", async () => {
	const owner = await createOwner(server);
	expect(await decide(owner, decisionBody(ANNEX_A, { reasons: ["contract", "law"] }))).toBe(93);
	const reasonsOf = async (id: string) => requirementOf(await frameworkOf(owner, "iso-27001"), id).decision?.reasons;
	expect(await reasonsOf("A.8.24")).toEqual(["law", "contract"]);
	await decide(owner, decisionBody(["A.8.24"]));
	expect(await reasonsOf("A.8.24")).toEqual([]);
	for (const more of [
		{ decision: "not-applicable", justification: "No.", reasons: ["law"] },
		{ reasons: ["because"] },
	]) {
		const answer = await owner.call("decideRequirements", { body: decisionBody(["A.8.24"], more) });
		expect(await refusalOf(answer)).toMatchObject({ status: 400, code: "invalid_body" });
	}
});

test("what was said of many at once is one step of the audit log", async () => {
	const owner = await createOwner(server);
	await decide(owner, decisionBody(["A.5.1", "A.5.2", "A.5.3"]));
	await decide(owner, decisionBody(["A.5.4"]));
	const { entries } = await (await owner.call("listAudit", { query: { what: "requirement-decided" } })).json();
	const steps = Map.groupBy(entries, ({ step }: { step: number }) => step);
	expect([...steps.values()].map((step) => step.length)).toEqual([1, 3]);
});

test("default reasons follow from the frameworks that are chosen, in whatever order", async () => {
	const [one, two] = [await createOwner(server), await createOwner(server)];
	for (const id of ["iso-27001", "gdpr"]) await choose(one, id);
	for (const id of ["gdpr", "iso-27001"]) await choose(two, id);
	const of = async (owner: TestMember) =>
		(await frameworkOf(owner, "iso-27001")).all.map(({ id, defaultReasons }) => [id, defaultReasons]);
	expect(await of(one)).toEqual(await of(two));
	expect(requirementOf(await frameworkOf(one, "iso-27001"), "A.8.24").defaultReasons).toEqual(["law", "practice"]);
	await choose(one, "gdpr", false);
	expect(requirementOf(await frameworkOf(one, "iso-27001"), "A.8.24").defaultReasons).toEqual(["practice"]);
});

test("a statement is approved as it was shown: not before all is decided, and not after a change", async () => {
	const owner = await createOwner(server);
	await decide(owner, decisionBody(ANNEX_A.slice(1)));
	expect(await refusalOf(await approve(owner))).toMatchObject({
		status: 409,
		code: "not_finished",
		message: "1 requirement is not decided yet. Nothing was approved.",
	});
	const { basis } = (await frameworkOf(owner, "iso-27001")).statement;
	await decide(owner, decisionBody(ANNEX_A));
	expect(await refusalOf(await approve(owner, { basis }))).toMatchObject({ status: 409, code: "changed_meanwhile" });
	const approved = await approve(owner, { note: "Board meeting" });
	expect(approved.status).toBe(201);
	expect((await approved.json()).statement).toMatchObject({
		approvals: [{ version: 1, note: "Board meeting", by: { accountId: owner.accountId } }],
		changed: [],
	});

	const said = { decision: "not-applicable", justification: "We write no software." };
	await decide(owner, decisionBody(["A.8.28"], said));
	expect((await frameworkOf(owner, "iso-27001")).statement.changed).toEqual(["A.8.28"]);
	expect((await approve(owner)).status).toBe(201);
	const { approvals, changed } = (await frameworkOf(owner, "iso-27001")).statement;
	expect([approvals.map(({ version }) => version), changed]).toEqual([[2, 1], []]);
	const { entries } = await (await owner.call("listAudit", { query: { what: "statement-approved" } })).json();
	expect(entries.map(({ detail }: { detail: { version: string } }) => detail.version)).toEqual(["2", "1"]);
});

test("of two approvals at once, one counts", async () => {
	const owner = await decidedOwner();
	const manager = await addMember(server, owner, "manager");
	const { basis } = (await frameworkOf(owner, "iso-27001")).statement;
	const body = { version: 1, basis, note: "" };
	const answers = await Promise.all(
		[owner, manager, owner].map((one) => one.call("approveStatement", { params, body })),
	);
	expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
	const { approvals } = (await frameworkOf(owner, "iso-27001")).statement;
	expect(approvals.map(({ version }) => version)).toEqual([1]);
});

test("an approval cannot be changed or taken back, and goes with its client alone", async () => {
	const owner = await decidedOwner();
	expect((await approve(owner)).status).toBe(201);
	for (const statement of [
		"UPDATE statement_approvals SET note = 'x' WHERE workspace_id = $1",
		"DELETE FROM statement_approvals WHERE workspace_id = $1",
	]) {
		await expect(pool.query(statement, [owner.workspaceId])).rejects.toThrow("cannot be changed");
	}
	await pool.query("DELETE FROM workspaces WHERE id = $1", [owner.workspaceId]);
	expect(
		(await pool.query("SELECT FROM statement_approvals WHERE workspace_id = $1", [owner.workspaceId])).rowCount,
	).toBe(0);
});

test("owners and managers approve; others do not", async () => {
	const owner = await decidedOwner();
	for (const [role, status] of [
		["consultant", 403],
		["auditor", 403],
		["manager", 201],
	] as const) {
		expect((await approve(await addMember(server, owner, role))).status, role).toBe(status);
	}
});
