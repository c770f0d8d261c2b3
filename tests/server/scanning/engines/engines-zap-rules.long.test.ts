import { afterAll, beforeEach, expect, test } from "vitest";
import type { RunResult } from "#server/scanning/engines/engine.ts";
import { lookedFor } from "#server/scanning/engines/looked-for.ts";
import { createZapEngine } from "#server/scanning/engines/zap/zap.ts";
import { startPractice } from "#server/scanning/practice/practice.ts";
import { quickClock } from "#tests/support/engines/quick-clock.ts";
import { runEngine } from "#tests/support/engines/run-engine.ts";
import { ADD_ONS, startZapDaemon, type ZapDaemon } from "#tests/support/engines/zap-daemon.ts";
import { freePorts } from "#tests/support/free-ports.ts";

const [httpPort, httpsPort] = await freePorts();
const practice = await startPractice({ httpPort, httpsPort });
afterAll(practice.close);
const daemons: ZapDaemon[] = [];
afterAll(() => Promise.all(daemons.map((daemon) => daemon.die())));
const KEY = "s3cret-key";

let daemon: ZapDaemon;
beforeEach(async () => {
	daemon = await startZapDaemon({ key: KEY });
	daemons.push(daemon);
	daemon.memory.systemicLimit = 0;
});

const engine = () =>
	createZapEngine({
		url: daemon.url,
		apiKey: KEY,
		userAgent: "Plumbline-Scanner/1.0",
		timeLimitMs: 60_000,
		daemon: quickClock(),
	});
const body = { url: `http://localhost:${httpPort}`, email: "a@example.org" };

async function scan(pages = 1) {
	daemon.memory.pages = pages;
	const { result, rules } = await runEngine(engine(), { body, ports: [httpPort] });
	if (result.status !== "completed") throw new Error(result.reason.message);
	return { ...result, rules };
}
type Scan = Extract<RunResult, { status: "completed" }>;
const ALL = ["zap-10010", "zap-10038-1", "zap-10096", "zap-10109", "zap-40012", "zap-40018"];
const gapsIn = ({ parts }: Scan) => parts.filter((part) => part.status === "not-evaluated");
const AT = { host: "localhost", port: httpPort, path: "/", parameter: "" };
const wouldFix = (result: Scan, rule: string) => lookedFor(result, { engine: "zap", rule, location: AT });

/** What the product would make of scans of one site, one after another. */
function history() {
	const open = new Set<string>();
	return (result: Scan) => {
		const seen = new Map(result.findings.map((finding) => [finding.fingerprint, finding]));
		const fresh = [...seen.keys()].filter((fingerprint) => !open.has(fingerprint));
		const gone = [...open].filter((fingerprint) => !seen.has(fingerprint));
		const fixed = gone.filter((fingerprint) => wouldFix(result, rules.get(fingerprint) ?? ""));
		for (const { fingerprint, rule } of result.findings) rules.set(fingerprint, rule);
		for (const fingerprint of fresh) open.add(fingerprint);
		for (const fingerprint of fixed) open.delete(fingerprint);
		return { fresh: fresh.length, fixed: fixed.length };
	};
}
const rules = new Map<string, string>();

test("a scan of a site with many pages leaves every rule on for the next one, and ten in turn fix nothing and find nothing new", async () => {
	const move = history();
	const first = await scan();
	expect(first).toMatchObject({ coverage: "full", rules: ALL });
	move(first);
	const moves = [];
	for (let turn = 0; turn < 5; turn++) {
		expect((await scan(turn % 2 === 0 ? 25 : 45)).rules).toEqual(ALL);
		const again = await scan();
		expect(again.coverage).toBe("full");
		moves.push(move(again));
	}
	expect(moves).toEqual(new Array(5).fill({ fresh: 0, fixed: 0 }));
	expect(daemon.memory.off.size).toBe(0);
});

test("a rule that others turned off is named, keeps what it found open, and leaves the others alone", async () => {
	for (const id of ["10010", "10096"]) daemon.memory.off.add(id);
	const result = await scan();
	expect(result.coverage).toBe("partial");
	expect(gapsIn(result)).toEqual([
		{
			part: "rules",
			label: "Rules that were off in ZAP",
			status: "not-evaluated",
			reason:
				"2 of ZAP's rules were off, so nothing was looked for with them: Cookie No HttpOnly Flag; Timestamp Disclosure - Unix.",
			rules: ["zap-10010", "zap-10096"],
		},
	]);
	expect(ALL.filter((rule) => !wouldFix(result, rule))).toEqual(["zap-10010", "zap-10096"]);
	for (const id of ["10038", "10109", "10027"]) daemon.memory.off.add(id);
	const [pages] = gapsIn(await scan());
	expect(pages).toMatchObject({ part: "pages", reason: "None of ZAP's rules for answers was on." });
});

test("a rule that is turned off in the middle counts as off", async () => {
	daemon.set({ attack: async () => void daemon.memory.off.add("10038") });
	const result = await scan();
	expect(result.rules).toEqual(ALL);
	expect(gapsIn(result)).toMatchObject([{ part: "rules", rules: ["zap-10038"] }]);
	expect(wouldFix(result, "zap-10038-1")).toBe(false);
});

test("a daemon that is restarted in the middle is asked for its rules again", async () => {
	daemon.memory.off.add("10010");
	let attacks = 0;
	daemon.set({
		attack: async () => {
			if (attacks++ > 0) return;
			await daemon.die();
			await daemon.revive();
		},
	});
	expect(await scan()).toMatchObject({ coverage: "full", rules: ALL });
	expect(attacks).toBe(2);
});

test("an active rule that is off in the daemon's own policy runs in our plan all the same", async () => {
	daemon.set({ offInPolicy: ["40012", "10104"] });
	expect(await scan()).toMatchObject({ coverage: "full", rules: ALL });
});

test("a daemon that does not say which of its rules are on is partial, and nothing counts as fixed", async () => {
	daemon.set({
		reply: ({ path }) => (path === "/JSON/pscan/view/scanners/" ? { status: 500, body: "oh" } : undefined),
	});
	const result = await scan();
	expect(gapsIn(result)).toMatchObject([{ part: "rules", reason: "ZAP did not say which of its rules were on." }]);
	expect(ALL.some((rule) => wouldFix(result, rule))).toBe(false);
});

test("where a daemon keeps five places of a rule, they are examples, and ten scans in turn fix none", async () => {
	daemon.memory.systemicLimit = 5;
	const move = history();
	const moves = [];
	for (let turn = 0; turn < 10; turn++) {
		const result = await scan(12);
		expect(result.findings.filter(({ rule }) => rule === "zap-10038-1")).toHaveLength(1);
		expect(gapsIn(result)).toMatchObject([
			{
				part: "places",
				reason:
					"Of 1 problem, only examples are listed. More places may have it: Content Security Policy (CSP) Header Not Set.",
				rules: ["zap-10038-1"],
			},
		]);
		const examples = result.findings.map(({ rule, places }) => [rule, places === "examples"]);
		expect(Object.fromEntries(examples)).toMatchObject({ "zap-10038-1": true, "zap-10010": false });
		moves.push(move(result));
		await scan();
	}
	expect(moves.slice(1)).toEqual(new Array(9).fill({ fresh: 0, fixed: 0 }));
	// Fewer than five are all of them.
	expect((await scan(3)).coverage).toBe("full");
	expect(move(await scan(3)).fixed).toBeGreaterThan(0);
});

test("more than fifty places are one finding with examples, which is said", async () => {
	const move = history();
	const first = await scan(60);
	move(first);
	expect(gapsIn(first)).toMatchObject([
		{ part: "places", rules: ["zap-10010", "zap-10038-1", "zap-10096", "zap-10109"] },
	]);
	for (let turn = 0; turn < 3; turn++) expect(move(await scan(60))).toEqual({ fresh: 0, fixed: 0 });
	expect(wouldFix(first, "zap-40012")).toBe(true);
});

test("a session that someone else begins in the middle is noticed, and what it took away is not fixed", async () => {
	daemon.set({
		attack: async () => {
			const headers = { "X-ZAP-API-Key": KEY };
			await fetch(`${daemon.url}/JSON/core/action/newSession/`, { headers });
		},
	});
	const result = await scan();
	expect(result.rules).toEqual(["zap-40012", "zap-40018"]);
	const reason = expect.stringContaining("Something else used this ZAP at the same time");
	expect(gapsIn(result)).toMatchObject([
		{ part: "pages", reason },
		{ part: "attacks", reason },
	]);
	expect(ALL.some((rule) => wouldFix(result, rule))).toBe(false);
});

test("2.16 and 2.18 run as 2.17 does, and looking for a daemon writes nothing into its log", async () => {
	for (const version of ["2.16.1", "2.17.0", "2.18.0"]) {
		daemon.set({ version });
		const one = engine();
		for (let look = 0; look < 3; look++) expect(await one.detect()).toEqual({ available: true, version });
		expect(await scan()).toMatchObject({ coverage: "full", rules: ALL });
	}
	expect(daemon.log).toEqual([]);
	const one = engine();
	await one.detect();
	const { length } = daemon.calls;
	await one.detect();
	expect(daemon.calls.slice(length).map(({ path }) => path)).toEqual(["/JSON/core/view/version/"]);
});

test("a daemon without an add-on that a scan needs is not available, and says which", async () => {
	const reasonWith = async (addOns: Record<string, string>) => {
		daemon.set({ addOns });
		const found = await engine().detect();
		return found.available ? "available" : found.reason;
	};
	expect(await reasonWith(ADD_ONS)).toBe("available");
	const { ascanrules: _, reports: __, ...some } = ADD_ONS;
	expect(await reasonWith(some)).toBe(
		"ZAP 2.17.0 is at ZAP_URL, but without add-ons that a scan needs: ascanrules, reports. Please install them there.",
	);
	expect(await reasonWith({ ...ADD_ONS, automation: "0.51.0" })).toContain("cannot end a plan");
	expect(daemon.log).toEqual([]);
	// An add-on that goes away between two looks.
	daemon.set({ addOns: ADD_ONS });
	const one = engine();
	await one.detect();
	daemon.set({ addOns: some });
	const { result } = await runEngine(one, { body, ports: [httpPort] });
	expect(result).toMatchObject({ status: "completed", coverage: "partial" });
	expect(JSON.stringify(result.parts)).toContain("ZAP has no rules for trying.");
});

test("a wrong key is noticed even where views need none", async () => {
	daemon.set({ openViews: true });
	const one = createZapEngine({ url: daemon.url, apiKey: "wrong", userAgent: "x", timeLimitMs: 60_000 });
	expect(await one.detect()).toMatchObject({
		available: false,
		reason: expect.stringContaining("Please check ZAP_API_KEY"),
	});
});

test("a daemon that starts late is noticed as soon as it answers, and one that refuses us is not asked again and again", async () => {
	const never = new AbortController();
	await daemon.die();
	const one = engine();
	expect(one.tool).toBe("ZAP at ZAP_URL");
	expect((await one.detect()).available).toBe(false);
	const appeared = one.appears?.(never.signal);
	await daemon.revive();
	expect(await appeared).toBe(true);
	expect(await one.detect()).toEqual({ available: true, version: "2.17.0" });
	expect(await one.appears?.(never.signal)).toBe(false);
	const refused = createZapEngine({ url: daemon.url, apiKey: "wrong", userAgent: "x", timeLimitMs: 60_000 });
	await refused.detect();
	const { length } = daemon.calls;
	expect(await refused.appears?.(never.signal)).toBe(false);
	expect(daemon.calls).toHaveLength(length);
	await daemon.die();
	await one.detect();
	const waiting = one.appears?.(never.signal);
	never.abort();
	expect(await waiting).toBe(false);
	await daemon.revive();
});
