import type { Finding } from "#contract/findings.ts";
import { dedupe } from "#server/findings/dedupe.ts";
import { judge } from "./judge.ts";
import { readZapJson, type ZapReport } from "./read-json.ts";

/** `isWhole`: it is what the last report says, not the one from after the crawl. */
type Look = { isWhole: boolean } & (
	| (Omit<Extract<ZapReport, { status: "done" }>, "alerts"> & { findings: Finding[] })
	| Extract<ZapReport, { status: "broken" }>
);

/**
 * Reads ZAP's reports, each empty where there is none, and judges what they say. What the crawl saw counts when the active part
 * was cut short, whatever cut it short, in the last report or before it. Pure.
 */
export function lookAtZap(
	{ last, passive }: { last: string; passive: string },
	{ origin, host, port }: { origin: string; host: string; port: number },
	now: Date,
): Look {
	const whole = readZapJson(last, origin);
	const isWhole = whole.status === "done" || passive === "";
	const output = isWhole ? whole : readZapJson(passive, origin);
	if (output.status === "broken") return { ...output, isWhole };
	const { alerts, ...rest } = output;
	return { ...rest, isWhole, findings: dedupe(judge(alerts, { host, port }, now)) };
}
