import { expect, test } from "vitest";
import { clientId, ownWorkspace, workspaceId } from "#contract/ids.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import { ENTRY_PATHS, isSealable } from "#contract/requests/entries.ts";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import type { WorkspaceList } from "#contract/workspaces/workspaces.ts";
import { newOwnId } from "#server/assurance/packs/own-id.ts";
import { sealTo } from "#tests/support/server/sealing.ts";
import { until } from "#tests/support/until.ts";
import { createPerson, type Person, signIn } from "#tests/support/workspaces/fill-workspace.ts";
import { type Aim, type GeneratedCall, generateCall } from "#tests/support/workspaces/generate-call.ts";
import {
	ACCOUNT_OPERATIONS,
	type Actor,
	aimAt,
	aimAtNothing,
	as,
	startIsolationServer,
} from "#tests/support/workspaces/isolation-server.ts";
import { hashesOf, walledTables } from "#tests/support/workspaces/walled-tables.ts";

const isolation = await startIsolationServer();
export const { server, pool, a, b, actors } = isolation;
export const { owner } = server.database;
const nobody = await createPerson(pool, "nobody", isolation.hash);
const stranger: Actor = { ...nobody, called: "stranger", workspaceId: ownWorkspace(nobody.accountId), clientId: null };
export const owning = actors[0] ?? expect.fail("no owner");

const tables = await walledTables(owner);
const ofB = () => hashesOf(owner, tables, ({ workspace }) => `${workspace} = '${b.workspaceId}'`);
const ofTwo = () =>
	hashesOf(owner, tables, ({ workspace, client }) =>
		client === null ? null : `${workspace} = '${a.workspaceId}' AND ${client} = '${a.clients[1].clientId}'`,
	);

type Answer = { status: number; text: string };

/** Of an event stream, only the start is read. */
export async function send(actor: Actor, name: OperationName, { params, query, body }: GeneratedCall): Promise<Answer> {
	const response = await as(server.url, actor)(name, { params, query, ...(body !== undefined && { body }) });
	if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
		return { status: response.status, text: await response.text().catch((error) => `${name} broke off: ${error}`) };
	}
	const reader = response.body?.getReader();
	const { value } = (await reader?.read()) ?? {};
	await reader?.cancel();
	return { status: response.status, text: Buffer.from(value ?? []).toString() };
}

/** The answer to HEAD has no body. */
export const shownBy = (name: OperationName, { status, text }: Answer): Answer => ({
	status,
	text: OPERATIONS[name].method === "HEAD" ? "" : text,
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const SECRET = /[\w-]{43}|[0-9a-f]{32}/g;

/** An answer without what was requested, and without what is new each time. */
function bare({ status, text }: Answer, { asked }: GeneratedCall) {
	const shown = asked.reduce((left, value) => left.replaceAll(value, "<asked>"), text);
	return { status, text: shown.replace(UUID, "<id>").replace(TIME, "<time>").replace(SECRET, "<secret>") };
}

/** What an answer says about things that it must not name, beyond what the request itself said. */
export function leaks({ text }: Answer, { asked }: GeneratedCall, forbidden: readonly string[]): string[] {
	const shown = asked.reduce((left, value) => left.replaceAll(value, ""), text);
	return forbidden.filter((value) => shown.includes(value));
}

/** Everything that names a client, or something of it. */
const namesOf = ({ ownFrameworkId: _ofWorkspace, ...client }: (typeof a.clients)[number]) => Object.values(client);
const NAMES_OF_B = [
	b.clients[0].ownFrameworkId,
	b.marker,
	b.workspaceId,
	b.member.accountId,
	...b.clients.flatMap(namesOf),
];
export const NAMES_OF_TWO = namesOf(a.clients[1]);
/** What calls can name of another client. A template belongs to the whole workspace, so this is one that does not exist. */
export const aimAtTwo: Aim = {
	...aimAt(a.clients[1], a.member),
	templateId: "no-template",
	ownFrameworkId: newOwnId(new Date()),
};
export const personOf = ({ accountId, sessionId, passkeyId }: Person) => ({ accountId, sessionId, passkeyId });

/** Ends the sender's own session, which then starts again. */
export const restore = (actor: Person) => signIn(pool, actor);

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** What calls need besides the ids of others to pass the first checks. */
const NEEDED: Partial<Record<OperationName, Aim>> = {
	changeWorkspace: { kind: "consultancy" },
	invite: { role: "guest" },
	askRespondent: { endsOn: IN_A_MONTH },
	addBundleLink: { endsOn: IN_A_MONTH },
	makeToken: { endsOn: IN_A_MONTH },
};
/** A report by email goes only to the sender's own address. */
export const ownOf = ({ email }: Actor, name: OperationName): Aim =>
	name === "startZapScan" ? { email } : (NEEDED[name] ?? {});

/** The calls that take entries, by their paths. */
export const OF_PATH = new Map(
	(Object.entries(OPERATIONS) as [OperationName, Operation][])
		.filter(([, { method }]) => method === "POST")
		.map((call) => [call[1].path, call] as const),
);

type Checked = { name: OperationName; fault: string; there?: unknown; missing?: unknown };

/** Reading and deleting come first: anything that a call creates under a freely chosen name exists from then on. */
const METHODS: readonly string[] = ["GET", "DELETE", "PATCH", "PUT", "POST"];
const IN_ORDER = ACCOUNT_OPERATIONS.toSorted(
	([, one], [, other]) => METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
);

/** Forgets what calls created under names that are not the sender's. */
export async function forget({ workspaceId }: Actor): Promise<void> {
	// The sample has its own findings.
	expect((await as(server.url, owning)("removeSample")).status).toBe(204);
	for (const [table, column] of [
		["scans", "owner"],
		["schedules", "account_id"],
		["target_claims", "account_id"],
		["assets", "account_id"],
	]) {
		await pool.query(`DELETE FROM ${table} WHERE ${column} = $1 AND host NOT LIKE 'walled-ada%'`, [workspaceId]);
	}
	await forgetNamed({ workspaceId });
	if (workspaceId === a.workspaceId) await as(server.url, owning)("removeSample");
}

/** A code that is taken is refused, whatever else the call names, and a domain that was added can be verified. */
async function forgetNamed({ workspaceId }: Pick<Actor, "workspaceId">): Promise<void> {
	await pool.query("DELETE FROM controls WHERE workspace_id = $1 AND code NOT LIKE 'walled-ada%'", [workspaceId]);
	await pool.query("DELETE FROM sign_on_domains WHERE workspace_id = $1 AND domain NOT LIKE 'walled-ada%'", [
		workspaceId,
	]);
	await pool.query("DELETE FROM trackers WHERE workspace_id = $1 AND name NOT LIKE 'walled-ada%'", [workspaceId]);
	await pool.query("DELETE FROM webhooks WHERE workspace_id = $1 AND description NOT LIKE 'walled-ada%'", [
		workspaceId,
	]);
}
/** The log of the actor's own workspace records the filters of their exports, and so contains the names that they typed. */
function withoutFilters(answer: Answer): Answer {
	if (answer.status !== 200) return answer;
	const file = JSON.parse(answer.text);
	const auditLog = file.auditLog.filter(({ what }: { what: string }) => what !== "exported");
	return { ...answer, text: JSON.stringify({ ...file, auditLog }) };
}

/** Calls that create something under a name that the next call finds. */
const NAMING: readonly OperationName[] = ["addControl", "addSignOnDomain"];

const withOwn = ({ ownFrameworkId = "", ...aim }: Aim): Aim => ({
	...aim,
	ownFrameworkId,
	frameworkId: ownFrameworkId,
});

/** Names things that do not belong to the actor: each call must answer as for things that do not exist, and name nothing of theirs. */
export async function callAll(actor: Actor, aim: Aim, forbidden: readonly string[]): Promise<Checked[]> {
	const faults: Checked[] = [];
	const tried = IN_ORDER.flatMap(([name, operation]) => {
		const callFor = (aim: Aim) => generateCall(name, operation, aim, ownOf(actor, name));
		const nothing = aimAtNothing();
		const calls = [{ there: callFor(aim), missing: callFor(nothing) }];
		// Where a call can name one of our frameworks or one of a workspace, it is made for both.
		const own = { there: callFor(withOwn(aim)), missing: callFor(withOwn(nothing)) };
		return [...calls, ...(own.there.asked.length > (calls[0]?.there.asked.length ?? 0) ? [own] : [])].map((call) => ({
			name,
			...call,
		}));
	});
	for (const { name, there, missing } of tried) {
		if (NAMING.includes(name)) await forgetNamed(actor);
		const answers = [await send(actor, name, there)];
		if (NAMING.includes(name)) await forgetNamed(actor);
		if (there.asked.length > 0) answers.push(await send(actor, name, missing));
		const [first = expect.fail(), second] = answers;
		const [seen, reference] = [bare(first, there), second && bare(second, missing)];
		if (first.status >= 500 || first.text.includes("broke off")) faults.push({ name, fault: "it failed", there: seen });
		if (reference && JSON.stringify(seen) !== JSON.stringify(reference)) {
			faults.push({ name, fault: "another answer than for what does not exist", there: seen, missing: reference });
		}
		if (NAMING.includes(name)) await forgetNamed(actor);
		const named = leaks(name === "exportMyData" ? withoutFilters(first) : first, there, forbidden);
		if (named.length > 0) faults.push({ name, fault: `names ${named.join(", ")}`, there: seen });
		await restore(actor);
	}
	await forget(actor);
	return faults;
}

/** An event stream, and what has arrived so far. */
export async function listen(actor: Actor) {
	const response = await as(server.url, actor)("watchScans");
	expect(response.status).toBe(200);
	let heard = "";
	const reader = response.body?.getReader();
	const reading = (async () => {
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
			heard += Buffer.from(part.value).toString();
		}
	})().catch(() => {});
	return {
		heard: () => heard,
		close: async () => {
			await reader?.cancel();
			await reading;
		},
	};
}

const jobsAbout = async (names: readonly string[]) => {
	const { rows } = await pool.query("SELECT name, data::text, singleton_key, group_id FROM pgboss.job");
	return rows.filter((row) => names.some((value) => JSON.stringify(row).includes(value)));
};

const before = { b: await ofB(), two: await ofTwo(), jobs: await jobsAbout([b.owner.email, ...NAMES_OF_B]) };
const inB = await listen({ ...b.owner, called: "owner of B", workspaceId: b.workspaceId, clientId: null });

/** Actors who ask for what is not theirs: a member in each role, and an account that is not a member. */
export const OTHERS: readonly Actor[] = [...actors, stranger];

/** Each account call, by each of `tried`, for what belongs to another workspace. */
export function testCallsForOtherWorkspace(tried: readonly Actor[]): void {
	test.each(tried)("$called: what belongs to another workspace does not exist in one's own", async (actor) => {
		expect(await callAll(actor, aimAt(b.clients[0], b.member), NAMES_OF_B)).toEqual([]);
	});

	test.each(tried)(
		"$called: a workspace that one is no member of does not exist, and neither does its client",
		async (actor) => {
			const aim = aimAt(b.clients[0], b.member);
			const sendAll = async (as: Actor) => {
				const answers = new Map<OperationName, string>();
				for (const [name, operation] of ACCOUNT_OPERATIONS) {
					if (operation.permission === "self") continue;
					answers.set(name, JSON.stringify(await send(as, name, generateCall(name, operation, aim))));
				}
				return answers;
			};
			const nothing = {
				workspaceId: workspaceId.parse(crypto.randomUUID()),
				clientId: clientId.parse(crypto.randomUUID()),
			};
			const call = generateCall("scansOverview", OPERATIONS.scansOverview, aim);
			const [noWorkspace, noClient] = [
				await send({ ...actor, workspaceId: nothing.workspaceId }, "scansOverview", call),
				await send({ ...actor, clientId: nothing.clientId }, "scansOverview", call),
			];
			expect(noWorkspace).toMatchObject({ status: 401, text: expect.stringContaining("other_workspace") });
			expect(noClient).toMatchObject({ status: 404, text: expect.stringContaining("client_unknown") });
			const inWorkspace = await sendAll({ ...actor, workspaceId: b.workspaceId });
			const forClient = await sendAll({ ...actor, clientId: b.clients[0].clientId });
			const faults = [
				...[...inWorkspace].filter(([name, answer]) => answer !== JSON.stringify(shownBy(name, noWorkspace))),
				...[...forClient].filter(([name, answer]) => answer !== JSON.stringify(shownBy(name, noClient))),
			];
			expect(faults).toEqual([]);
		},
	);
}

/** Each call that can be sealed, by each of `tried`, who are members. */
export function testSealedCalls(tried: readonly Actor[]): void {
	test.each(tried)(
		"$called: what is sealed is answered as the same call in the open, and names nothing of others",
		async (actor) => {
			const { workspaces } = (await (await as(server.url, actor)("listWorkspaces")).json()) as WorkspaceList;
			const recipient =
				workspaces.find(({ id }) => id === actor.workspaceId)?.sealing?.recipient ?? expect.fail("no seal");
			const faults: unknown[] = [];
			for (const [aim, forbidden] of [
				[aimAt(b.clients[0], b.member), NAMES_OF_B],
				...(actor.called === "guest" ? [[aimAtTwo, NAMES_OF_TWO] as const] : []),
			] as const) {
				for (const kind of Object.keys(ENTRY_PATHS).filter(isSealable)) {
					const [name, operation] = OF_PATH.get(ENTRY_PATHS[kind]) ?? expect.fail(`no call of ${kind}`);
					const call = generateCall(name, operation, aim, ownOf(actor, name));
					// Its name is what it was before sealing.
					const files = { [aim.sha256 ?? ""]: aim.sha256 };
					const headers = { [IDEMPOTENCY_KEY]: crypto.randomUUID() };
					const post = async (to: OperationName, body: unknown): Promise<Answer> => {
						const answer = await as(server.url, actor)(to, { body, headers });
						return { status: answer.status, text: await answer.text() };
					};
					const open = await post(name, call.body);
					const content = await sealTo(recipient, JSON.stringify({ kind, body: call.body, files }));
					const sealed = await post("sendSealed", { sealed: content.toString("base64") });
					if (JSON.stringify(bare(sealed, call)) !== JSON.stringify(bare(open, call)))
						faults.push({ kind, sealed, open });
					const named = leaks(sealed, call, forbidden);
					if (named.length > 0) faults.push({ kind, named });
				}
			}
			expect(faults).toEqual([]);
			await forget(actor);
		},
	);
}

/** The last test in a file. */
export function testThatTheOtherIsAsItWas(): void {
	test("afterwards the other workspace is as it was, and has heard nothing", async () => {
		expect(await ofB()).toEqual(before.b);
		expect(await jobsAbout([b.owner.email, ...NAMES_OF_B])).toEqual(before.jobs);
		// The first event it gets is about its own change.
		await pool.query("UPDATE scans SET progress = progress + 1 WHERE id = $1", [b.clients[0].runningScanId]);
		await until(async () => inB.heard().includes("event:"), "its own change is heard");
		expect(inB.heard().match(/^event: .*$/gm)).toEqual(["event: scan"]);
		expect(inB.heard()).toContain(b.clients[0].runningScanId);
		await inB.close();
		const shared = await fetch(`${server.url}/shared/${b.clients[0].shareToken}`);
		expect(await shared.text()).toContain(b.clients[0].marker);
	});
}
