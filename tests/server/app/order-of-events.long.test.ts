import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Finding, ScanPart } from "#contract/findings/findings.ts";
import { findingOf } from "../../support/engines/found.ts";
import { fuzz } from "../../support/fuzz/fuzz.ts";
import { startAccountServer } from "../../support/server/account-server.ts";
import { answer, begin, giveTemplate, move, readAssessment, sign } from "../../support/server/assessments.ts";
import { listControls, listTasks, say, scanSpec, TLS_PARTS } from "../../support/server/controls.ts";
import { endTlsScan } from "../../support/server/ended-tls-scan.ts";
import { evidenceBody } from "../../support/server/evidence.ts";
import { choose, decide, decisionBody, frameworkOf } from "../../support/server/frameworks.ts";
import { createOwner, type TestMember } from "../../support/server/people.ts";
import { until } from "../../support/until.ts";

const { server, pool } = await startAccountServer();

const [A, B] = ["a.example.com", "b.example.com"] as const;
const old = (host: string) => findingOf({ engine: "sslyze", rule: "tls-old-protocol", severity: "high", host });
const weak = (host: string) => findingOf({ engine: "sslyze", rule: "tls-weak-cipher", severity: "low", host });
/** All that a TLS scan looks at, as far as our catalog's tests ask for it. */
const PARTS: ScanPart[] = [
	...TLS_PARTS,
	...["certificate_info-443", "heartbleed-443", "session_renegotiation-443"].map(
		(part): ScanPart => ({ part, label: part, status: "evaluated" }),
	),
];

/** A TLS scan that ended some days ago. */
const scan = (owner: TestMember, host: string, daysAgo: number, findings: Finding[]): Promise<void> =>
	endTlsScan(pool, owner.workspaceId, {
		host,
		at: new Date(Date.now() - daysAgo * 86_400_000),
		findings,
		parts: PARTS,
	});

const now = () => new Date().toISOString();
const controlOf = async (owner: TestMember, code: string): Promise<string> => {
	const found = (await listControls(owner)).find((control) => control.code === code);
	return found?.id ?? expect.fail(`no control ${code}`);
};
async function addNote(owner: TestMember, title: string, about: object[]): Promise<void> {
	const body = evidenceBody([], { title, about });
	expect((await owner.call("addEvidence", { body })).status).toBe(202);
	for (const decision of ["submitted", "accepted"]) {
		const decided = { evidenceId: body.id, decision, reason: "", saidAt: now() };
		expect((await owner.call("decideEvidence", { body: decided })).status).toBe(202);
	}
}
async function visit(owner: TestMember, title: string, backup: "yes" | "no"): Promise<string> {
	const id = await begin(owner, { title, subject: title });
	await answer(owner, id, "door", "yes");
	await answer(owner, id, "lock", "yes");
	await answer(owner, id, "backup", backup, backup === "no" ? { note: "Never tried." } : {});
	return id;
}

/** A history of twenty steps. `after`: the steps that have to come first, because one cannot be taken without them. */
const STEPS: { name: string; after?: string[]; take: (owner: TestMember) => Promise<unknown> }[] = [
	{ name: "iso-27001", take: (owner) => choose(owner, "iso-27001") },
	{ name: "soc-2", take: (owner) => choose(owner, "soc-2") },
	{ name: "scan 1 of a", take: (owner) => scan(owner, A, 6, [old(A)]) },
	{ name: "scan 2 of a", after: ["scan 1 of a"], take: (owner) => scan(owner, A, 4, [old(A), weak(A)]) },
	{ name: "scan 3 of a", after: ["scan 2 of a"], take: (owner) => scan(owner, A, 2, [old(A)]) },
	{ name: "scan 1 of b", take: (owner) => scan(owner, B, 5, []) },
	{ name: "scan 2 of b", after: ["scan 1 of b"], take: (owner) => scan(owner, B, 1, []) },
	{
		name: "a signed visit",
		take: async (owner) => sign(owner, await readAssessment(owner, await visit(owner, "Lagos", "yes"))),
	},
	{
		name: "a visit in review",
		take: async (owner) => move(owner, await visit(owner, "Abuja", "no"), "submitted"),
	},
	{
		name: "a note on a requirement",
		take: (owner) => addNote(owner, "Key list", [{ type: "requirement", id: "iso-27001 A.8.24" }]),
	},
	{
		name: "a note on a control",
		after: ["iso-27001"],
		take: async (owner) => addNote(owner, "Policy", [{ type: "control", id: await controlOf(owner, "GV-01") }]),
	},
	{
		name: "a requirement that does not apply",
		after: ["iso-27001"],
		take: (owner) => decide(owner, decisionBody(["A.8.30"], { decision: "not-applicable", justification: "None." })),
	},
	{
		name: "a control is retired",
		after: ["iso-27001"],
		take: async (owner) => {
			const change = { state: "retired", reason: "Not ours." };
			await say(owner, "changeControl", { controlId: await controlOf(owner, "PH-02"), change, saidAt: now() });
		},
	},
	{
		name: "a control is retired for a while",
		after: ["iso-27001"],
		take: async (owner) => {
			const change = { state: "retired", reason: "For now." };
			await say(owner, "changeControl", { controlId: await controlOf(owner, "CR-01"), change, saidAt: now() });
		},
	},
	{
		name: "it is planned again",
		after: ["a control is retired for a while"],
		take: async (owner) => {
			const change = { state: "planned" };
			await say(owner, "changeControl", { controlId: await controlOf(owner, "CR-01"), change, saidAt: now() });
		},
	},
	{
		name: "an own control",
		take: (owner) =>
			owner.call("addControl", {
				body: {
					id: randomUUID(),
					code: "OWN-01",
					title: "Own",
					objective: "Ours.",
					kind: "technical",
					requirements: [{ framework: "iso-27001", requirementId: "A.8.24" }],
				},
			}),
	},
	{
		name: "its test",
		after: ["an own control"],
		take: async (owner) => {
			const body = { id: randomUUID(), title: "Protocols", spec: scanSpec(["old-protocols"]), everyDays: 30 };
			const params = { controlId: await controlOf(owner, "OWN-01") };
			expect((await owner.call("addControlTest", { params, body })).status).toBe(201);
		},
	},
	{
		name: "a false positive",
		after: ["scan 2 of a"],
		take: async (owner) => {
			const body = { fingerprints: [weak(A).fingerprint], state: "false-positive", reason: "Ours.", saidAt: now() };
			expect((await owner.call("sayVerdict", { body })).status).toBe(202);
		},
	},
	{ name: "mvsp", take: (owner) => choose(owner, "mvsp") },
	{
		name: "another time to fix",
		take: (owner) => owner.call("changeWorkspace", { body: { timeToFix: { high: 20, medium: 30, low: 90 } } }),
	},
];

/** What is there at the end, without ids and times. */
async function endOf(owner: TestMember) {
	await until(async () => {
		const { rowCount } = await pool.query(
			`SELECT FROM pgboss.job WHERE name = 'earlier-scans' AND state <> 'completed' AND data ->> 'workspaceId' = $1`,
			[owner.workspaceId],
		);
		return rowCount === 0;
	}, "earlier scans are recorded");
	const controls = await listControls(owner);
	const codes = new Map(controls.map(({ id, code }) => [id as string, code]));
	const requirements = async (framework: string) =>
		(await frameworkOf(owner, framework)).all.map(({ id, standing }) => `${id} ${standing}`);
	const { rows: links } = await pool.query(
		`SELECT evidence.title || ' on ' || code AS link FROM evidence_links JOIN evidence ON evidence.id = evidence_id
		   JOIN controls ON controls.id::text = subject_id
		 WHERE evidence.workspace_id = $1 AND subject_type = 'control' AND evidence.kind <> 'scan' ORDER BY 1`,
		[owner.workspaceId],
	);
	const { tasks } = await listTasks(owner, { state: "open", limit: "100" });
	return {
		controls: controls.map(({ code, state, standing, findings }) => `${code} ${state} ${standing} ${findings}`),
		requirements: [await requirements("iso-27001"), await requirements("soc-2"), await requirements("mvsp")],
		links: links.map(({ link }) => link),
		tasks: tasks
			.map((task) => `${task.title} ${task.due} ${task.controls.map((one) => codes.get(one.controlId)).toSorted()}`)
			.toSorted(),
	};
}

/** The steps in the order of these ranks, as far as one can be taken before another. */
function inOrder(ranks: readonly number[]): typeof STEPS {
	const left = STEPS.map((step, at) => ({ step, rank: ranks[at] ?? 0 })).toSorted((a, b) => a.rank - b.rank);
	const taken: typeof STEPS = [];
	while (left.length > 0) {
		const next = left.findIndex(({ step }) =>
			(step.after ?? []).every((name) => taken.some((each) => each.name === name)),
		);
		taken.push(...left.splice(next, 1).map(({ step }) => step));
	}
	return taken;
}

/** Not made smaller after a failure: that would take minutes, and twenty steps can be read. */
const RANKS = fc.noShrink(fc.array(fc.nat(1_000), { minLength: STEPS.length, maxLength: STEPS.length }));

/** Everything that can come before the first framework is chosen. */
const FRAMEWORKS_LAST = STEPS.map(({ name }) => (["iso-27001", "soc-2", "mvsp"].includes(name) ? 1_000 : 0));

async function live(steps: typeof STEPS) {
	const owner = await createOwner(server);
	await giveTemplate(owner);
	for (const { take } of steps) await take(owner);
	return endOf(owner);
}

test("twenty steps lead to the same end, in whatever order they are taken", async () => {
	const end = await live(STEPS);
	expect(end.links).toEqual(expect.arrayContaining(["Lagos, revision 1 on AC-02", "Lagos, revision 1 on BC-01"]));
	expect(end.controls.some((control) => control.includes("evidence-against"))).toBe(true);
	await fuzz(
		fc.asyncProperty(RANKS, async (ranks) => {
			const steps = inOrder(ranks);
			expect(await live(steps), steps.map(({ name }) => name).join(", ")).toEqual(end);
		}),
		{ runs: 4, kept: [[FRAMEWORKS_LAST]] },
	);
});
