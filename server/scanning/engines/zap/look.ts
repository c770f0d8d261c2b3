import type { Finding } from "#contract/findings/findings.ts";
import { dedupe } from "../shared/dedupe.ts";
import { judge } from "./judge.ts";
import { readZapJson, type ZapReport } from "./read-json.ts";

/** `isWhole`: this is the final report, not the one after the crawl. */
type Look = { isWhole: boolean } & (
	| (Omit<Extract<ZapReport, { status: "done" }>, "alerts"> & { findings: Finding[] })
	| Extract<ZapReport, { status: "broken" }>
);

/**
 * Reads ZAP's reports (empty if missing) and judges what they say. If the active part was cut short for any reason, during the last
 * report or before it, the results of the crawl count. Pure.
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
