import { expect, onTestFinished, test } from "vitest";
import type { ScanKind } from "#contract/scans/scans.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import type { Availability } from "#server/scanning/engines/engine.ts";
import type { Sighting } from "#server/scanning/engines/engine-list.ts";
import { watchEngines } from "#server/scanning/engines/jobs/watch-engines.ts";
import { createFakeEngine, createFakeEngines } from "#tests/support/engines/fake-engine.ts";
import { until } from "#tests/support/until.ts";

const VERSION = "2.17.0";

/** Watches engines; ZAP answers when the test says so. */
async function watch(everyMs: number) {
	const engines = createFakeEngines(createFakeEngine());
	const { promise: zap, resolve: zapSays } = Promise.withResolvers<Availability>();
	let looks = 0;
	engines.zap.detect = (signal) => {
		looks++;
		return Promise.race([
			zap,
			new Promise<Availability>((resolve) =>
				signal?.addEventListener("abort", () => resolve({ available: false, reason: "It was ended." })),
			),
		]);
	};
	const recorded: Sighting[][] = [];
	let forgotten = 0;
	const told: ScanKind[][] = [];
	const tools = await watchEngines({
		engines,
		installation: () => undefined,
		workerId: "worker",
		everyMs,
		patienceMs: 20,
		log: createLogger("silent"),
		sightings: {
			record: async (_, found) => void recorded.push(found),
			forget: async () => void forgotten++,
			recent: async () => [],
		},
		onFound: async (found) =>
			void told.push(found.filter(({ state }) => state.status === "available").map(({ kind }) => kind)),
	});
	onTestFinished(tools.stop);
	return { tools, recorded, told, zapSays, looks: () => looks, forgotten: () => forgotten };
}

const OTHERS: ScanKind[] = ["combined", "wapiti", "nmap", "sslyze"];

test("a tool that takes its time holds up neither the start nor the other tools, and is reported once it is found", async () => {
	const { tools, recorded, told, zapSays } = await watch(3_600_000);
	expect(told).toEqual([OTHERS]);
	expect(tools.found().map(({ kind }) => kind)).toEqual(OTHERS);
	expect(recorded.at(-1)?.find(({ kind }) => kind === "zap")).toEqual({
		kind: "zap",
		state: { status: "unknown" },
	});
	zapSays({ available: true, version: VERSION });
	await until(async () => told.length > 1, "it is reported without another look");
	expect(told.at(-1)).toEqual(["combined", "zap", "wapiti", "nmap", "sslyze"]);
	expect(recorded.at(-1)).toContainEqual({ kind: "zap", state: { status: "available", version: VERSION } });
});

test("while one tool is being looked for the others are looked at again, and it is not asked twice at once", async () => {
	const { recorded, looks } = await watch(5);
	await until(async () => recorded.length > 3, "they are looked at several times");
	expect(looks()).toBe(1);
});

test("stopping ends a look that is under way, and nothing is recorded after the worker is forgotten", async () => {
	const { tools, recorded, forgotten, zapSays } = await watch(3_600_000);
	const { length } = recorded;
	await tools.stop();
	expect(forgotten()).toBe(1);
	zapSays({ available: true, version: VERSION });
	await Promise.resolve();
	expect(recorded).toHaveLength(length);
});

test("a tool that appears between two looks is reported at once, and one that stays away is waited for once at a time", async () => {
	const engines = createFakeEngines(createFakeEngine());
	let { promise: sign, resolve: appear } = Promise.withResolvers<boolean>();
	let waits = 0;
	engines.zap.availability = { available: false, reason: "No ZAP answers." };
	engines.zap.appears = (signal) => {
		waits++;
		return Promise.race([
			sign,
			new Promise<boolean>((resolve) => signal.addEventListener("abort", () => resolve(false))),
		]);
	};
	const recorded: Sighting[][] = [];
	const tools = await watchEngines({
		engines,
		installation: () => undefined,
		workerId: "worker",
		everyMs: 3_600_000,
		log: createLogger("silent"),
		sightings: {
			record: async (_, found) => void recorded.push(found),
			forget: async () => {},
			recent: async () => [],
		},
		onFound: async () => {},
	});
	onTestFinished(tools.stop);
	const now = () => recorded.at(-1)?.find(({ kind }) => kind === "zap")?.state;
	const missing = { status: "missing", why: "No ZAP answers.", remedy: null };
	expect(now()).toEqual(missing);
	tools.lookNow();
	await until(async () => recorded.length === 2, "it is looked for again");
	expect(waits).toBe(1);
	// It appears, and is gone again before it is looked for.
	const first = appear;
	({ promise: sign, resolve: appear } = Promise.withResolvers<boolean>());
	first(true);
	await until(async () => waits === 2, "it is waited for again");
	expect(now()).toEqual(missing);
	engines.zap.availability = { available: true, version: VERSION };
	appear(true);
	await until(async () => now()?.status === "available", "it is reported without the next look");
});
