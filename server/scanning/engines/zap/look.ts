import type { Finding } from "#contract/findings/findings.ts";
import { dedupe } from "../shared/dedupe.ts";
import { joinPlaces, type Sampled } from "../shared/examples.ts";
import { sanitize } from "../shared/foreign-text.ts";
import { judge, ruleId } from "./judge.ts";
import { readZapJson, type ZapAlert, type ZapReport } from "./read-json.ts";

/** Of all rules together. A report with more is not one that a person works through. */
const MOST_FINDINGS = 5_000;

type Where = {
	origin: string;
	host: string;
	port: number;
	/** Where the scan began. */
	path: string;
	/** This ZAP may keep only some places of rules that are about the whole site. */
	mayLimit: boolean;
};

/** `isWhole`: this is the final report, not the one after the crawl. `isReset`: ZAP forgot what the crawl had shown. */
type Look = { isWhole: boolean } & (
	| (Omit<Extract<ZapReport, { status: "done" }>, "alerts"> & {
			findings: Finding[];
			sampled: Sampled[];
			isReset: boolean;
	  })
	| Extract<ZapReport, { status: "broken" }>
);

/**
 * Reads ZAP's reports (empty if missing) and judges what they say. If the active part was cut short for any reason, during the last
 * report or before it, the results of the crawl count. Pure.
 */
export function lookAtZap(
	{ last, passive }: { last: string; passive: string },
	{ origin, host, port, path, mayLimit }: Where,
	now: Date,
): Look {
	const whole = readZapJson(last, origin, mayLimit);
	const crawl = readZapJson(passive, origin, mayLimit);
	const isWhole = whole.status === "done" || passive === "";
	const output = isWhole ? whole : crawl;
	if (output.status === "broken") return { ...output, isWhole };
	const { alerts, ...rest } = output;
	// What is about the whole site is one problem, wherever ZAP happened to look.
	const ofSite = new Set(alerts.flatMap((alert) => (alert.isOfSite || alert.isSampled ? [ruleId(alert)] : [])));
	const judged = dedupe(judge(alerts, { host, port }, now));
	const { findings, cut } = joinPlaces(judged, path, (rule) => ofSite.has(rule));
	const limited = alerts.filter(({ isSampled, confidence }) => isSampled && confidence !== "0");
	const sampled = [
		...new Map(
			[...limited.map((alert) => ({ rule: ruleId(alert), title: sanitize(alert.name, 120) })), ...cut].map((one) => [
				one.rule,
				one,
			]),
		).values(),
	];
	const isReset = isWhole && crawl.status === "done" && hasLess(alerts, crawl.alerts);
	const isTooMany = findings.length > MOST_FINDINGS;
	return {
		...rest,
		isWhole,
		isReset,
		sampled,
		findings: findings.slice(0, MOST_FINDINGS),
		cut: rest.cut || isTooMany,
	};
}

/** Within one session ZAP only ever adds alerts: fewer than before mean that another one was begun. */
function hasLess(now: readonly ZapAlert[], before: readonly ZapAlert[]): boolean {
	const counts = (alerts: readonly ZapAlert[]) =>
		Map.groupBy(alerts, (alert) => `${ruleId(alert)} ${alert.riskcode} ${alert.name}`);
	const has = counts(now);
	return [...counts(before)].some(([key, [one]]) => (has.get(key)?.[0]?.all ?? 0) < (one?.all ?? 0));
}
