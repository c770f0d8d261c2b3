import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { startFuzzServer } from "#tests/support/fuzz/fuzz-server.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../support/server/api-client.ts";

const server = await startFuzzServer();

const who = fc.constantFrom(0, 1);
const host = fc.constantFrom("a.example.com", "b.example.com", "c.example.com");
const either = <const T extends string>(...names: T[]) => fc.constantFrom(...names);
const step = fc.oneof(
	fc.record({ do: either("start"), who, host, kind: either("Combined", "Sslyze"), key: fc.nat(4) }),
	fc.record({ do: either("claim", "schedule"), who, host }),
	fc.record({ do: either("cancel", "delete", "repeat", "peek", "unclaim", "unschedule"), who, nth: fc.nat(9) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** An account, and what it must have according to the answers to its own calls. */
async function createParty() {
	const account = await createAccount(server);
	const call = apiClient(server.url, asAccount(account));
	return {
		...account,
		call,
		scans: new Set<string>(),
		/** Ids by host. */
		targets: new Map<string, string>(),
		schedules: new Set<string>(),
		/** What was requested under each Idempotency-Key, and its answer. */
		keys: new Map<string, { asked: string; answer: unknown }>(),
	};
}
type Party = Awaited<ReturnType<typeof createParty>>;

const pick = (all: Iterable<string>, nth: number): string => {
	const list = [...all];
	return list[nth % list.length] ?? crypto.randomUUID();
};

async function start({ call, email, keys, scans }: Party, { host, kind, key }: Extract<Step, { do: "start" }>) {
	const name = `key-${key}`;
	const body = kind === "Combined" ? { target: host, email } : { target: `${host}:443` };
	const response = await call(`start${kind}Scan`, { body, headers: { "Idempotency-Key": name } });
	const answer = await response.json();
	const before = keys.get(name);
	const asked = `${kind} ${host}`;
	if (before) {
		// The same request gets the first answer, a different one a refusal; nothing new either way.
		if (before.asked === asked) expect([response.status, answer]).toEqual([202, before.answer]);
		else expect([response.status, answer.code]).toEqual([422, "idempotency_mismatch"]);
		return;
	}
	expect([response.status, answer.receipt?.key]).toEqual([202, name]);
	keys.set(name, { asked, answer });
	scans.add(answer.receipt.scanId);
}

async function act(party: Party, other: Party, given: Step): Promise<void> {
	const { call, scans, targets, schedules } = party;
	const statusOf = async (answer: Promise<Response>) => {
		const response = await answer;
		await response.body?.cancel();
		return response.status;
	};
	switch (given.do) {
		case "start":
			return start(party, given);
		case "cancel": {
			const known = scans.size > 0;
			const status = await statusOf(call("cancelScan", { params: { scanId: pick(scans, given.nth) } }));
			expect(known ? [202, 409] : [404]).toContain(status);
			return;
		}
		case "delete": {
			const scanId = pick(scans, given.nth);
			const status = await statusOf(call("deleteScan", { params: { scanId } }));
			expect(scans.has(scanId) ? [204, 409] : [404]).toContain(status);
			if (status === 204) scans.delete(scanId);
			return;
		}
		case "repeat": {
			const scanId = pick(scans, given.nth);
			const response = await call("repeatScan", { params: { scanId } });
			expect(response.status).toBe(scans.has(scanId) ? 202 : 404);
			if (response.ok) scans.add((await response.json()).receipt.scanId);
			return;
		}
		case "peek": {
			const params = { scanId: pick(other.scans, given.nth) };
			const calls = [
				call("readScan", { params }),
				call("cancelScan", { params }),
				call("deleteScan", { params }),
				call("repeatScan", { params }),
			];
			expect(await Promise.all(calls.map(statusOf))).toEqual([404, 404, 404, 404]);
			const theirs = {
				targetId: pick(other.targets.values(), given.nth),
				scheduleId: pick(other.schedules, given.nth),
			};
			expect(await statusOf(call("removeTarget", { params: theirs }))).toBe(404);
			expect(await statusOf(call("deleteSchedule", { params: theirs }))).toBe(404);
			return;
		}
		case "claim": {
			const response = await call("claimTarget", { body: { host: given.host } });
			const { id } = await response.json();
			expect(response.status).toBe(201);
			expect(id).toBe(targets.get(given.host) ?? id);
			targets.set(given.host, id);
			return;
		}
		case "unclaim": {
			const targetId = pick(targets.values(), given.nth);
			const found = [...targets].find(([, id]) => id === targetId);
			expect(await statusOf(call("removeTarget", { params: { targetId } }))).toBe(found ? 204 : 404);
			if (found) targets.delete(found[0]);
			return;
		}
		case "schedule": {
			const response = await call("createSchedule", {
				body: {
					name: given.host,
					request: { kind: "combined", body: { target: given.host } },
					timeZone: "UTC",
					recurrence: { type: "cron", expression: "0 0 1 1 *" },
					overlap: "skip",
					digest: false,
				},
			});
			expect(response.status).toBe(201);
			schedules.add((await response.json()).id);
			return;
		}
		case "unschedule": {
			const scheduleId = pick(schedules, given.nth);
			expect(await statusOf(call("deleteSchedule", { params: { scheduleId } }))).toBe(
				schedules.has(scheduleId) ? 204 : 404,
			);
			schedules.delete(scheduleId);
		}
	}
}

const idsIn = (list: { id: string }[]) => list.map(({ id }) => id).toSorted();

/** Every list and number agrees with what the account did itself, page by page too. */
async function check({ call, scans, targets, schedules }: Party): Promise<void> {
	const read = async (answer: Promise<Response>) => (await answer).json();
	const expected = [...scans].toSorted();
	const paged: { id: string }[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const page = await read(call("listScans", { query: { limit: "3", ...(cursor && { cursor }) } }));
		expect(page.total).toBe(scans.size);
		paged.push(...page.scans);
		cursor = page.next;
	}
	expect(idsIn(paged)).toEqual(expected);
	expect((await read(call("scansOverview"))).total).toBe(scans.size);
	expect(await read(call("exportScans", { query: { format: "json" } }))).toHaveLength(scans.size);
	const listed = (await read(call("listTargets"))).targets.filter(
		({ host }: { host: string }) => host !== "example.com",
	);
	expect(idsIn(listed)).toEqual([...targets.values()].toSorted());
	expect(idsIn((await read(call("listSchedules"))).schedules)).toEqual([...schedules].toSorted());
}

test("after any history of two accounts, each has what it asked for, and nothing of the other", async () => {
	await fuzz(
		fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
			await server.database.owner.query("TRUNCATE rate_limits");
			const [one, two] = await Promise.all([createParty(), createParty()]);
			for (const given of steps) {
				const [party, other] = given.who === 0 ? [one, two] : [two, one];
				await act(party, other, given);
			}
			await check(one);
			await check(two);
			expect(server.complaints.splice(0)).toEqual([]);
		}),
		{ runs: 8 },
	);
});
