import { expect, onTestFinished, test, vi } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { createCombined } from "#server/scanning/engines/combined/combined.ts";
import type { Engine, RunContext, RunResult } from "#server/scanning/engines/engine.ts";
import { checkedTarget } from "#tests/support/engines/checked-target.ts";

type Completed = Extract<RunResult, { status: "completed" }>;
const finding = (engine: string, rule: string): Finding => ({
	fingerprint: `${engine}${rule}`,
	engine,
	rule,
	title: rule,
	severity: "low",
	confidence: "high",
	location: { host: "a.example", port: 443, path: "", parameter: "" },
	evidence: [],
	why: { owner: "", engineer: "" },
	fix: { owner: "", engineer: "" },
	cwe: null,
});
const OWN: Completed = {
	status: "completed",
	coverage: "full",
	findings: [finding("baseline", "certificate-expired")],
	sent: [],
	parts: [{ part: "tls", label: "TLS", status: "evaluated" }],
};
const TLS: Completed = {
	status: "completed",
	coverage: "full",
	sent: [],
	findings: [finding("sslyze", "certificate-expired"), finding("sslyze", "tls-heartbleed")],
	parts: [{ part: "heartbleed-443", label: "Heartbleed, port 443", status: "evaluated" }],
};
const broken = (code: "internal" | "unreachable"): RunResult => ({
	status: "failed",
	reason: { code, message: `Failed: ${code}.` },
	parts: [],
	sent: [],
});

function engine<K extends "combined" | "sslyze">(kind: K, run: () => Promise<RunResult>): Engine<K> {
	const detect = async () => ({ available: true, version: "1" }) as const;
	return { kind, name: kind, tool: null, atOnce: 1, detect, run };
}

/** These engines have their results ready. */
const noReader = () => expect.fail("nothing is read here");

async function scan(own: RunResult, beside: () => Promise<RunResult>, given: Partial<RunContext<"combined">> = {}) {
	const runs: string[] = [];
	const progress: number[] = [];
	const combined = createCombined({
		own: engine("combined", async () => own),
		beside: [
			{
				engine: engine("sslyze", () => {
					runs.push("sslyze");
					return beside();
				}),
				label: "TLS",
				body: (target: string) => ({ target }),
			},
		],
	});
	const result = await combined.run({
		target: checkedTarget({ scheme: "https", host: "a.example" }),
		body: { target: "a.example", email: "a@example.org" },
		signal: new AbortController().signal,
		now: () => new Date(0),
		onProgress: (percent: number) => progress.push(percent),
		signedIn: true,
		read: noReader,
		...given,
	});
	return { result, runs };
}

test("both sides are in one report, and what both saw is in it once", async () => {
	const { result } = await scan(OWN, async () => TLS);
	expect(result).toMatchObject({ status: "completed", coverage: "full" });
	expect(result.parts.map(({ part }) => part)).toEqual(["tls", "heartbleed-443"]);
	const found = result.status === "completed" ? result.findings : [];
	expect(found.map(({ engine: by, rule }) => `${by} ${rule}`)).toEqual([
		"baseline certificate-expired",
		"sslyze tls-heartbleed",
	]);
});

test("a visitor's scan of an unlisted host sends only what our own checks send", async () => {
	expect((await scan(OWN, async () => TLS, { signedIn: false })).runs).toEqual([]);
	expect((await scan(OWN, async () => TLS, { signedIn: true })).runs).toEqual(["sslyze"]);
});

test("what one side could not do is reported, and does not affect the other", async () => {
	for (const [own, beside, parts] of [
		[OWN, async () => broken("internal"), ["tls evaluated", "sslyze not-evaluated"]],
		[OWN, () => Promise.reject(new Error("broke")), ["tls evaluated", "sslyze not-evaluated"]],
		[OWN, async () => broken("unreachable"), ["tls evaluated", "sslyze not-evaluated"]],
		[broken("internal"), async () => TLS, ["own not-evaluated", "heartbleed-443 evaluated"]],
	] as [RunResult, () => Promise<RunResult>, string[]][]) {
		const { result } = await scan(own, beside);
		expect(result).toMatchObject({ status: "completed", coverage: "partial" });
		expect(result.parts.map(({ part, status }) => `${part} ${status}`)).toEqual(parts);
	}
	const plain: RunResult = { ...OWN, parts: [{ part: "headers", label: "Headers", status: "evaluated" }] };
	expect((await scan(plain, async () => broken("unreachable"))).result).toMatchObject({ coverage: "full" });
	const none = await scan(broken("unreachable"), async () => broken("unreachable"));
	expect(none.result).toMatchObject({ status: "failed", reason: { code: "unreachable" } });
	const over = { signal: AbortSignal.abort(new Error("cancelled")) };
	expect((await scan(broken("internal"), async () => TLS, over)).result.status).toBe("failed");
});

test("the sides run at the same time: the whole takes at most 1.2 times its slowest side", async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const slow = (ms: number, result: RunResult) => () =>
		new Promise<RunResult>((resolve) => setTimeout(() => resolve(result), ms));
	for (const [own, beside] of [
		[5_000, 70_000],
		[70_000, 65_000],
	] as const) {
		const combined = createCombined({
			own: engine("combined", slow(own, OWN)),
			beside: [
				{
					engine: engine("sslyze", slow(beside, TLS)),
					label: "TLS",
					body: (target: string) => ({ target }),
				},
			],
		});
		const began = Date.now();
		const took = combined
			.run({
				target: checkedTarget({ scheme: "https", host: "a.example", listed: true }),
				body: { target: "a.example", email: "a@example.org" },
				signal: new AbortController().signal,
				now: () => new Date(0),
				onProgress: () => undefined,
				read: noReader,
			})
			.then(() => Date.now() - began);
		await vi.advanceTimersByTimeAsync(200_000);
		expect((await took) / Math.max(own, beside)).toBeLessThanOrEqual(1.2);
	}
});
