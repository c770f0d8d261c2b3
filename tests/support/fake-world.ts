import { TIMINGS, type Timings } from "#server/app.ts";
import type { Resolver } from "#server/targets/resolver.ts";

/** Names that tests scan. Documentation addresses are refused by the guard, so these are real public ones nobody is sent to. */
const ADDRESSES: Record<string, string> = {
	"example.com": "93.184.215.14",
	"example.org": "93.184.215.15",
	"inside.example.com": "10.1.2.3",
};

export const fakeResolver: Resolver = {
	async addresses(name) {
		if (name === "slow.example.com") return { status: "unknown", reason: "timeout" };
		const address = ADDRESSES[name] ?? (name.endsWith(".example.com") ? "93.184.215.16" : undefined);
		return address ? { status: "found", addresses: [{ address, family: 4 }] } : { status: "missing" };
	},
};

export const FAST: Timings = {
	...TIMINGS,
	heartbeatMs: 50,
	silenceMs: 500,
	sweepMs: 50,
	waitingMs: 1_000,
	mailRetrySeconds: 1,
};
