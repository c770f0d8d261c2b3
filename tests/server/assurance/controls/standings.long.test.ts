import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { controlId } from "#contract/controls/controls.ts";
import { STANDINGS, type Standing } from "#contract/controls/standing.ts";
import { runRequest, testRequest } from "#contract/controls/tests.ts";
import { evidenceRequest } from "#contract/evidence/evidence.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { ownClient } from "#contract/ids.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import { createControlStore } from "#server/assurance/controls/store/control-store.ts";
import { readStandings } from "#server/assurance/controls/store/standings.ts";
import { createEvidenceStore } from "#server/assurance/evidence/store/evidence-store.ts";
import { createSayVerdict } from "#server/assurance/findings/store/finding-verdicts.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { plusDays } from "#server/platform/time/day.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { fuzz } from "../../../support/fuzz/fuzz.ts";
import { createAccount, ownScope } from "../../../support/server/accounts.ts";
import { CHECKLIST, TLS_PARTS } from "../../../support/server/controls.ts";
import { endTlsScan } from "../../../support/server/ended-tls-scan.ts";
import { evidenceBody } from "../../../support/server/evidence.ts";
import { follows } from "../../../support/server/follows.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;

const TODAY = "2026-11-20";
const RULES = ["tls-old-protocol", "tls-weak-cipher"] as const;
const CLASSES = ["old-protocols", "weak-ciphers"] as const;
/** Cadences of the two scan tests, one for each rule, and of the two tests by people. */
const SCANNED = [7, 30] as const;
const ASKED = [7, 30] as const;

type Review = "none" | "accepted" | "returned" | "withdrawn";
/** What happens to a control with two hosts, on a day from today. */
type Event = { day: number } & (
	| { what: "scan"; host: number; saw: readonly number[]; whole: boolean }
	| { what: "word"; host: number; rule: number; state: FindingState }
	| { what: "run"; test: number; passed: boolean; reviewer: boolean; review: Review; late: boolean }
	| { what: "evidence"; until: number | null; review: Exclude<Review, "returned"> }
);

const day = fc.integer({ min: -40, max: 0 });
const two = fc.nat(1);
const event: fc.Arbitrary<Event> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			what: fc.constant("scan" as const),
			day,
			host: two,
			saw: fc.subarray([0, 1]),
			whole: fc.boolean(),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			what: fc.constant("word" as const),
			day,
			host: two,
			rule: two,
			state: fc.constantFrom<FindingState[]>("open", "fixed", "false-positive", "accepted"),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			what: fc.constant("run" as const),
			day,
			test: two,
			passed: fc.boolean(),
			reviewer: fc.boolean(),
			review: fc.constantFrom<Review[]>("none", "accepted", "returned", "withdrawn"),
			late: fc.boolean(),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			what: fc.constant("evidence" as const),
			day,
			until: fc.option(fc.integer({ min: -40, max: 40 })),
			review: fc.constantFrom("none" as const, "accepted" as const, "withdrawn" as const),
		}),
	},
);
type History = readonly (Event & { at: Date })[];
/** In order, each at a different moment. */
const inOrder = (events: readonly Event[]): History =>
	events
		.toSorted((a, b) => a.day - b.day)
		.map((one, at) => ({ ...one, at: new Date(Date.parse(`${plusDays(TODAY, one.day)}T10:00:00Z`) + at * 60_000) }));
const history = fc.array(event, { maxLength: 12 }).map(inOrder);

const scanned = (on: number, host: number, saw: readonly number[], whole = true): Event => {
	return { what: "scan", day: on, host, saw, whole };
};
const said = (on: number, state: FindingState): Event => ({ what: "word", day: on, host: 0, rule: 0, state });
/** Sequences that chance seldom produces: a decision after a scan that failed, before and after others. */
const KEPT = [
	[scanned(-3, 0, []), scanned(-2, 0, [0]), said(-1, "fixed")],
	[scanned(-3, 0, [0]), scanned(-2, 1, []), said(-1, "fixed")],
	[scanned(-3, 0, [0]), said(-2, "fixed"), scanned(-1, 0, [], false)],
	[scanned(-3, 0, [0]), said(-2, "fixed"), scanned(-1, 0, [])],
	[scanned(-3, 0, [0]), said(-2, "fixed"), scanned(-1, 0, [0])],
	[scanned(-30, 0, [0]), said(-2, "fixed"), scanned(-1, 1, [])],
	[scanned(-3, 0, [0]), said(-2, "fixed"), said(-1, "false-positive")],
	[scanned(-3, 0, []), scanned(-2, 1, [])],
	[scanned(-8, 0, []), scanned(-2, 1, [])],
	[scanned(-3, 0, [0]), said(-2, "false-positive"), scanned(-1, 1, [])],
	[{ what: "evidence" as const, day: -9, until: -1, review: "accepted" as const }],
].flatMap((events): [History, number | null][] => [null, 0].map((left) => [inOrder(events), left]));

/** The host that is left out of the control at the end, if one is. */
const leftOut = fc.option(two, { freq: 2 });

/**
 * The expected standing, found by walking through everything that happened, without any table. Of a host that is left out at the end,
 * nothing counts.
 */
function told(all: History, leftOut: number | null): Standing {
	const events = all.filter((one) => !("host" in one) || one.host !== leftOut);
	type Finding = { fixed: false | "seen" | "said"; word: "false-positive" | "accepted" | null };
	const found = new Map<string, Finding>();
	const newest = new Map<string, { failed: boolean; until: number }>();
	const isOpen = (one: Finding | undefined) => one !== undefined && !one.fixed && one.word === null;
	for (const one of events) {
		if (one.what === "scan") {
			for (const rule of [0, 1]) {
				const key = `${rule} on ${one.host}`;
				const known = found.get(key);
				if (one.saw.includes(rule)) found.set(key, { fixed: false, word: known?.word ?? null });
				else if (known && one.whole) known.fixed = "seen";
				const failed = isOpen(found.get(key));
				if (failed || one.whole) newest.set(key, { failed, until: one.day + (SCANNED[rule] ?? 0) });
			}
		}
		if (one.what === "word") {
			const known = found.get(`${one.rule} on ${one.host}`);
			if (!known) continue;
			if (one.state === "fixed") Object.assign(known, { fixed: known.fixed || "said", word: null });
			else if (one.state !== "open") {
				Object.assign(known, { fixed: known.fixed === "seen" && "seen", word: one.state });
			} else Object.assign(known, { fixed: known.word === "false-positive" && known.fixed, word: null });
		}
	}
	const voices: { until: number; by: "scan" | "person" }[] = [...newest.values()].map(({ until }) => ({
		until,
		by: "scan",
	}));
	let against = [...found.values()].some(({ fixed, word }) => !fixed && word !== "false-positive");
	for (const test of [0, 1]) {
		const counting = events.filter((one) => {
			if (one.what !== "run" || one.test !== test) return false;
			return !one.passed || one.review === "accepted" || (one.reviewer && one.review !== "withdrawn");
		});
		const last = counting.at(-1);
		if (last?.what !== "run") continue;
		if (last.passed) voices.push({ until: last.day + (ASKED[test] ?? 0), by: "person" });
		else against = true;
	}
	for (const one of events) {
		if (one.what === "evidence" && one.review === "accepted") {
			voices.push({ until: one.until ?? Number.POSITIVE_INFINITY, by: "person" });
		}
	}
	if (against) return "evidence-against";
	const isOnlySaid = [...found].some(([key, { fixed }]) => {
		const run = newest.get(key);
		return fixed === "said" && run?.failed === true && run.until >= 0;
	});
	const now = voices.filter(({ until }) => until >= 0);
	// Both tests are about both hosts.
	const looks = [...newest.values()].filter(({ until }) => until >= 0);
	if (looks.length === (leftOut === null ? 4 : 2) && !isOnlySaid) return "none-seen";
	if (now.some(({ by }) => by === "person")) return "covered";
	return voices.length > 0 && now.length === 0 ? "stale" : "not-evaluated";
}

let scope: Scope;
let histories = 0;
let clock = new Date();
const now = () => clock;
const controls = createControlStore(pool, now, follows);
const evidence = createEvidenceStore(pool, now, undefined as never, {
	added: follows.evidenceAdded,
	deleted: follows.evidenceDeleted,
});
const sayVerdict = createSayVerdict(pool, now);

/** Does all that in the product, through the same code as its requests and finished scans, and reads the control's standing. */
async function lived(events: History, leftOut: number | null): Promise<Standing | undefined> {
	// An account's hourly limits would get in the way.
	if (histories % 50 === 0) scope = ownScope((await createAccount(server)).accountId);
	histories += 1;
	const hosts = [`a${histories}.example`, `b${histories}.example`];
	clock = new Date(`${plusDays(TODAY, -80)}T10:00:00Z`);
	const id = controlId.parse(randomUUID());
	const request = { id, code: `H-${histories}`, title: "Control", objective: "x", kind: "technical" as const };
	expect(await controls.add(scope, { key: null, request: { ...request, requirements: [] } })).toMatchObject({
		ok: true,
	});
	const specs = [
		...CLASSES.map((one) => ({ kind: "scan", classes: [one], hosts, timeToFix: TIME_TO_FIX })),
		...ASKED.map(() => CHECKLIST),
	];
	const tests = specs.map(() => randomUUID());
	for (const [n, spec] of specs.entries()) {
		const everyDays = [...SCANNED, ...ASKED][n];
		const body = testRequest.parse({ id: tests[n], title: `Test ${n}`, spec, everyDays });
		expect(await controls.addTest(scope, id, { key: null, request: body })).toMatchObject({ ok: true });
	}
	const happens = async (one: History[number]): Promise<void> => {
		switch (one.what) {
			case "scan":
				return scan(hosts[one.host] ?? "", one);
			case "word": {
				const { fingerprint } = findingOn(hosts[one.host] ?? "", one.rule);
				const verdict = { state: one.state, reason: "Because.", until: undefined, saidAt: one.at };
				const compared = { fingerprints: [fingerprint], state: one.state, saidAt: one.at.toISOString() };
				const asked = { key: null, compared: compared as never, fingerprints: [fingerprint], verdict };
				expect(await sayVerdict(scope, asked)).toMatchObject({ ok: true });
				return;
			}
			case "run": {
				const outcome = { answers: [one.passed ? "yes" : "no", "yes"] };
				const body = {
					id: randomUUID(),
					testId: tests[2 + one.test],
					saidAt: one.at.toISOString(),
					outcome,
					note: "x",
				};
				const by: Scope = { ...scope, role: one.reviewer ? "owner" : "contributor" };
				expect(await controls.addRun(by, { key: null, request: runRequest.parse(body) })).toMatchObject({ ok: true });
				const { rows } = await pool.query("SELECT evidence_id AS id FROM test_runs WHERE id = $1", [body.id]);
				return review(rows[0].id, one.review, one.reviewer ? ["withdrawn"] : ["accepted", "returned", "withdrawn"]);
			}
			case "evidence": {
				const more = one.until === null ? {} : { expiresOn: plusDays(TODAY, one.until) };
				const body = evidenceBody([], { about: [{ type: "control", id }], ...more });
				expect(await evidence.add(scope, { key: null, request: evidenceRequest.parse(body) })).toMatchObject({
					ok: true,
				});
				await decide(body.id, "submitted");
				return review(body.id, one.review, ["accepted", "withdrawn"]);
			}
		}
	};
	const isLate = (one: Event) => one.what === "run" && one.late;
	for (const one of [...events.filter((each) => !isLate(each)), ...events.filter(isLate)]) {
		clock = isLate(one) ? new Date(`${TODAY}T20:00:00Z`) : one.at;
		await happens(one);
	}
	if (leftOut !== null) {
		clock = new Date(`${TODAY}T21:00:00Z`);
		const change = { leftOut: { host: hosts[leftOut] ?? "", reason: "It is off." } };
		const request = { controlId: id, change, saidAt: clock.toISOString() };
		expect(await controls.change(scope, { key: null, request })).toMatchObject({ ok: true });
	}
	const stands = await readStandings(
		pool,
		{ workspaceId: scope.workspaceId, clientId: ownClient(scope.workspaceId) },
		TODAY,
		id,
	);
	return stands.get(id)?.standing;
}

const findingOn = (host: string, rule: number) =>
	findingOf({ engine: "sslyze", rule: RULES[rule] ?? "", severity: "high", host });

async function scan(host: string, { at, saw, whole }: Extract<History[number], { what: "scan" }>): Promise<void> {
	const gap = { part: "tls_1_0_cipher_suites-443", label: "TLS 1.0", status: "not-evaluated", reason: "No." } as const;
	await endTlsScan(pool, scope.workspaceId, {
		host,
		at,
		findings: saw.map((rule) => findingOn(host, rule)),
		coverage: whole ? "full" : "partial",
		parts: whole ? TLS_PARTS : [...TLS_PARTS, gap],
	});
}

async function decide(id: string, decision: "submitted" | "accepted" | "returned" | "withdrawn"): Promise<void> {
	clock = new Date(clock.getTime() + 1_000);
	const request = { evidenceId: evidenceId.parse(id), decision, reason: "Because.", saidAt: clock.toISOString() };
	expect(await evidence.decide(scope, { key: null, request })).toMatchObject({ ok: true });
}

/** `left`: what can still be decided. Only accepted evidence can be withdrawn. */
async function review(id: string, wanted: Review, left: readonly Review[]): Promise<void> {
	if (wanted === "none" || !left.includes(wanted)) return;
	if (wanted === "withdrawn" && left.includes("accepted")) await decide(id, "accepted");
	await decide(id, wanted);
}

test("controls stand as one would tell it after all that happened, whatever that was", async () => {
	const seen = new Set<Standing>();
	await fuzz(
		fc.asyncProperty(history, leftOut, async (events, left) => {
			const standing = told(events, left);
			seen.add(standing);
			expect(await lived(events, left)).toBe(standing);
		}),
		{ runs: 80, kept: KEPT },
	);
	expect(seen).toEqual(new Set(STANDINGS));
});
