import { parseTarget, type Target } from "#contract/scans/parse-target.ts";
import { createGuard, type Guard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import { createBaseline } from "#server/scanning/engines/baseline/baseline.ts";
import type { DnsRecords } from "#server/scanning/engines/baseline/gather/dns/dns-records.ts";
import type { Limits } from "#server/scanning/engines/baseline/gather/session.ts";
import type { RunResult } from "#server/scanning/engines/engine.ts";
import type { Readers } from "#server/scanning/engines/readers.ts";
import { readerOfOneScan } from "#tests/support/engines/readers.ts";

export const NOW = new Date("2026-11-21T12:00:00Z");

/** Only tests about time use short timeouts: a busy machine may take seconds for an answer. */
const PATIENT = { connectMs: 30_000, requestMs: 30_000 };
export const IMPATIENT = { connectMs: 1_000, requestMs: 400 };

/** A resolver that knows only these names. */
export function resolverOf(names: Record<string, string[]>): Resolver & { asked: string[] } {
	const asked: string[] = [];
	return {
		asked,
		async addresses(name) {
			asked.push(name);
			const found = names[name];
			if (!found) return { status: "missing" };
			return {
				status: "found",
				addresses: found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
			};
		},
	};
}

const none = async () => ({ status: "none" }) as const;
export const noRecords: DnsRecords = { txt: none, caa: none, mx: none };

export function target(text: string): Target {
	const parsed = parseTarget(text);
	if (!parsed.ok) throw new Error(parsed.message);
	return parsed.target;
}

type Options = {
	text: string;
	resolver?: Resolver;
	allow?: string;
	guard?: Guard;
	records?: DnsRecords;
	limits?: Partial<Limits>;
	signal?: AbortSignal;
	read?: Readers["run"];
	onProgress?: (percent: number, step: string) => void;
	/** Whether the operator listed it, as `allow` does; false scans it as anyone's host. */
	listed?: false;
};

/** Parses, checks and scans; only the loopback network is available. */
export async function scan(options: Options): Promise<RunResult> {
	const {
		text,
		resolver = resolverOf({ localhost: ["127.0.0.1"] }),
		allow = "127.0.0.0/8",
		records = noRecords,
	} = options;
	const guard =
		options.guard ??
		createGuard({ policy: createPolicy({ allow, practicePorts: [] }), resolver, ownAddresses: () => [] });
	const answer = await guard.check(target(text));
	if (!answer.ok) throw new Error(answer.message);
	const engine = createBaseline({
		guard,
		records,
		userAgent: "Plumbline-Scanner/1.0 (+http://localhost/scanner-info)",
		limits: { ...PATIENT, ...options.limits },
		onError: (part, error) => {
			throw new Error(`part ${part} failed`, { cause: error });
		},
	});
	return engine.run({
		target: { ...answer.checked, listed: options.listed ?? answer.checked.listed },
		body: { target: text, email: "ada@example.org" },
		signal: options.signal ?? new AbortController().signal,
		now: () => NOW,
		read: options.read ?? readerOfOneScan(),
		onProgress: options.onProgress ?? (() => undefined),
	});
}

export function completed(result: RunResult) {
	if (result.status !== "completed") throw new Error(`failed: ${result.reason.message}`);
	return result;
}

export function failed(result: RunResult) {
	if (result.status !== "failed") throw new Error("completed");
	return result;
}

/** Ids of the rules that found something, each once, sorted. */
export function rulesOf(result: RunResult): string[] {
	return [...new Set(completed(result).findings.map(({ rule }) => rule))].sort();
}

/** Reasons of the parts that were not evaluated, by part. */
export function reasonsOf(result: RunResult): Record<string, string> {
	return Object.fromEntries(
		result.parts.flatMap((part) => (part.status === "not-evaluated" ? [[part.part, part.reason]] : [])),
	);
}
