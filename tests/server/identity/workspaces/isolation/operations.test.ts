import { expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import { ENTRY_PATHS } from "#contract/requests/entries.ts";
import { API_BASE } from "#contract/routes.ts";
import { until } from "#tests/support/until.ts";
import {
	a,
	actors,
	aimAtTwo,
	b,
	callAll,
	forget,
	leaks,
	listen,
	NAMES_OF_TWO,
	OF_PATH,
	OTHERS,
	owner,
	owning,
	ownOf,
	personOf,
	pool,
	restore,
	send,
	server,
	shownBy,
	testCallsForOtherWorkspace,
	testSealedCalls,
	testThatTheOtherIsAsItWas,
} from "#tests/support/workspaces/calls-for-others.ts";
import { generateCall } from "#tests/support/workspaces/generate-call.ts";
import { ACCOUNT_OPERATIONS, aimAt, aimAtNothing, as } from "#tests/support/workspaces/isolation-server.ts";

test("the generator aims well: the owner gets what each reading call names", async () => {
	const own = aimAt(a.clients[0], a.owner);
	const ofClient = { ...owning, clientId: a.clients[0].clientId };
	const failed: unknown[] = [];
	for (const [name, operation] of ACCOUNT_OPERATIONS) {
		if (operation.method !== "GET" || !operation.params) continue;
		const call = generateCall(name, operation, own);
		const answer = await send(ofClient, name, call);
		if (
			answer.status !== operation.success ||
			(answer.text !== "" && leaks(answer, { ...call, asked: [] }, [a.marker]).length === 0)
		) {
			failed.push({ name, ...answer });
		}
	}
	expect(failed).toEqual([]);
});

test("every call with a body is understood: what is refused is refused for what it names", async () => {
	const refused: unknown[] = [];
	for (const [name, operation] of ACCOUNT_OPERATIONS) {
		if (operation.body === undefined && operation.query === undefined) continue;
		const answer = await send(owning, name, generateCall(name, operation, aimAtNothing(), ownOf(owning, name)));
		// A made-up password is not the account's.
		const isPassword = /current password|Password is required|not your password/.test(answer.text);
		if (answer.status === 400 && /invalid_body/.test(answer.text) && !isPassword) refused.push({ name, ...answer });
		await restore(owning);
	}
	await forget(owning);
	expect(refused).toEqual([]);
});

/** The owner, who may do everything, and an account that is not a member. The other roles are in `operations-roles.long.test.ts`. */
testCallsForOtherWorkspace(OTHERS.filter(({ called }) => called === "owner" || called === "stranger"));

test("entries of a batch for another workspace are each refused, whatever they ask for", async () => {
	const aim = aimAt(b.clients[0], b.member);
	const entries = Object.entries(ENTRY_PATHS).flatMap(([kind, path]) => {
		const [name, operation] = OF_PATH.get(path) ?? [];
		if (!name || !operation?.permission || operation.permission === "self") return [];
		return [
			{ key: crypto.randomUUID(), kind, account: owning.accountId, body: generateCall(name, operation, aim).body },
		];
	});
	expect(entries.length).toBeGreaterThan(4);
	const batch = async (workspace: string, client?: string) => {
		const body = { entries: entries.map((entry) => ({ ...entry, workspace, ...(client && { client }) })) };
		const response = await as(server.url, owning)("sendOutbox", { body });
		return ((await response.json()) as { answers: { status: number; body: unknown }[] }).answers;
	};
	const answers = await batch(b.workspaceId);
	expect(answers).toEqual(await batch(crypto.randomUUID()));
	expect(answers.every(({ status }) => status === 401)).toBe(true);
	const ofClient = await batch(a.workspaceId, b.clients[0].clientId);
	expect(ofClient).toEqual(await batch(a.workspaceId, crypto.randomUUID()));
	expect(ofClient.every(({ status }) => status === 404)).toBe(true);
});

test("links that cannot set headers say the same", async () => {
	const path = `${server.url}${API_BASE}${OPERATIONS.exportFindings.path}?format=csv`;
	const get = async (workspace: string) => {
		const response = await fetch(`${path}&workspace=${workspace}`, { headers: { Cookie: `session=${owning.token}` } });
		return { status: response.status, text: await response.text() };
	};
	expect(await get(b.workspaceId)).toEqual(await get(crypto.randomUUID()));
	expect((await get(a.workspaceId)).text).toContain(a.clients[1].title);
});

test("a guest gets nothing of another client of the workspace", async () => {
	const guest = actors.find(({ called }) => called === "guest") ?? expect.fail("no guest");
	expect(await callAll(guest, { ...aimAtTwo, accountId: a.clients[1].guestId }, NAMES_OF_TWO)).toEqual([]);
	for (const [name, operation] of ACCOUNT_OPERATIONS) {
		if (operation.permission === "self") continue;
		const call = generateCall(name, operation, aimAtTwo);
		const answer = await send({ ...guest, clientId: a.clients[1].clientId }, name, call);
		expect({ name, ...answer }).toMatchObject(
			shownBy(name, { status: 404, text: expect.stringContaining("client_unknown") }),
		);
	}
});

test("with a client named, an owner gets nothing of another client either", async () => {
	const inOne = { ...owning, clientId: a.clients[0].clientId };
	const faults = await callAll(inOne, { ...aimAtTwo, ...personOf(b.member) }, NAMES_OF_TWO);
	// What is about the account or the workspace as a whole is not about a client. A member who may see all clients learns which one a
	// host belongs to.
	const isAboutClients = (name: OperationName) => {
		const { permission, tag }: Operation = OPERATIONS[name];
		// One key signs the bundles of all clients.
		if (name === "listBundleKeys" || name === "replaceBundleKey") return false;
		return permission !== "self" && (permission === "audit" || !["Workspaces", "Clients"].includes(tag));
	};
	const real = faults.filter(
		({ name, there }) => isAboutClients(name) && !JSON.stringify(there).includes("host_of_other_client"),
	);
	expect(real).toEqual([]);
});

test("what is decided for one client counts in the workspace’s own numbers, which go on counting the others", async () => {
	const [one] = a.clients;
	const body = {
		fingerprints: [one.fingerprint],
		state: "false-positive",
		reason: "It is none.",
		saidAt: new Date().toISOString(),
	};
	const response = await as(server.url, { ...owning, clientId: one.clientId })("sayVerdict", { body });
	expect((await response.json()).receipt.taken).toBe(1);
	const { rows } = await owner.query(
		`SELECT coalesce(code, 'all') AS of, medium FROM (
		   SELECT account_id, NULL::uuid AS client_id, day, medium FROM finding_days
		   UNION ALL SELECT account_id, client_id, day, medium FROM finding_days_of_clients) AS days
		 LEFT JOIN clients ON clients.id = client_id
		 WHERE account_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date AND client_id IS DISTINCT FROM account_id ORDER BY 1`,
		[a.workspaceId],
	);
	expect(rows).toEqual([
		{ of: "all", medium: 1 },
		{ of: a.clients[0].marker, medium: 0 },
		{ of: a.clients[1].marker, medium: 1 },
	]);
});

test("a guest hears of scans of their client, and of no other", async () => {
	const guest = actors.find(({ called }) => called === "guest") ?? expect.fail("no guest");
	const stream = await listen(guest);
	const [one, two] = a.clients;
	// Events arrive in the order in which they were sent.
	for (const { runningScanId } of [two, one]) {
		await pool.query("UPDATE scans SET progress = progress + 1 WHERE id = $1", [runningScanId]);
	}
	await until(async () => stream.heard().includes(one.runningScanId), "the change of the first client's scan is heard");
	await pool.query("DELETE FROM scans WHERE id = $1", [two.runningScanId]);
	await pool.query("DELETE FROM scans WHERE id = $1", [one.runningScanId]);
	await until(async () => stream.heard().includes("event: gone"), "the end of the first client's scan is heard");
	expect(stream.heard()).not.toContain(two.runningScanId);
	expect(stream.heard()).not.toContain(two.marker);
	await stream.close();
});

testSealedCalls(actors.filter(({ called }) => called === "guest"));

testThatTheOtherIsAsItWas();
