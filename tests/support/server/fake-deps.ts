import type { AppDeps } from "#server/app/app-deps.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { TIMINGS, type Timings } from "#server/platform/settings/timings.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import type { Engines } from "#server/scanning/engines/engine.ts";
import { createReaders } from "#server/scanning/engines/readers.ts";
import { quickPasswords } from "./quick-passwords.ts";

/** Names that tests scan. The guard refuses documentation addresses; these are real public ones, never contacted. */
const ADDRESSES: Record<string, string> = {
	"example.com": "93.184.215.14",
	"example.org": "93.184.215.15",
	"inside.example.com": "10.1.2.3",
};

const fakeResolver: Resolver = {
	async addresses(name) {
		if (name === "slow.example.com") return { status: "unknown", reason: "timeout" };
		const address = ADDRESSES[name] ?? (name.endsWith(".example.com") ? "93.184.215.16" : undefined);
		return address ? { status: "found", addresses: [{ address, family: 4 }] } : { status: "missing" };
	},
};

/** Soon enough for a test that waits; at 50 ms an idle server used a tenth of a core. */
export const FAST: Timings = {
	...TIMINGS,
	heartbeatMs: 200,
	// A busy machine keeps a live worker quiet for longer than half a second.
	silenceMs: 5_000,
	sweepMs: 250,
	waitingMs: 1_000,
	mailRetrySeconds: 1,
	enginesMs: 500,
	schedulesMs: 250,
	storeMs: 60_000,
	storeAskedMs: 500,
};

/** What a server is started with in tests: no practice target, no pages, fake engines, and short timeouts. */
export const fakeParts = ({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">, engines: Engines): AppDeps => ({
	log: createLogger(LOG_LEVEL),
	now: () => new Date(),
	passwords: quickPasswords(),
	resolver: fakeResolver,
	txtRecords: async () => [],
	fetchFile: async () => undefined,
	createEngines: () => engines,
	createReaders,
	startPractice: async () => ({ urls: [], close: async () => {} }),
	dist: undefined,
	timings: FAST,
	say: () => {},
});
