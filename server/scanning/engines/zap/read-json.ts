import * as z from "zod/mini";
import { parseJson } from "../shared/parse-json.ts";

const MOST_ALERTS = 2_000;
const MOST_INSTANCES = 500;
const MOST_IN_ALL = 20_000;
/** How many places ZAP keeps of a systemic rule if `alert.systemicLimit` is not set. Nothing of its API says what it is set to. */
const SYSTEMIC_LIMIT = 5;

const text = z._default(z.string(), "");
const instance = z.object({
	uri: z.string(),
	method: text,
	param: text,
	attack: text,
	evidence: text,
	otherinfo: text,
});
const alert = z.object({
	/** The rule's number, from 0. */
	pluginid: z.string().check(z.regex(/^\d{1,7}$/)),
	alertRef: z.optional(z.string()),
	name: z.string(),
	/** 0 informational to 3 high. */
	riskcode: z.enum(["0", "1", "2", "3"]),
	/** 0 false positive, 1 low to 4 confirmed by the user. */
	confidence: z.enum(["0", "1", "2", "3", "4"]),
	riskdesc: text,
	desc: text,
	solution: text,
	cweid: text,
	/** The rule is about the whole site rather than about single pages. */
	systemic: z.optional(z.unknown()),
	instances: z._default(z.array(z.unknown()), []),
});
/** What decides which alerts ZAP counts as one. */
const heading = z.object({
	pluginid: z.string(),
	alertRef: z.optional(z.string()),
	name: z.string(),
	riskcode: z.string(),
	systemic: z.optional(z.unknown()),
	instances: z.array(z.unknown()),
});

/** ZAP's own grouping of alerts. */
const keyOf = ({ pluginid, alertRef = "", name, riskcode }: z.infer<typeof heading>) =>
	JSON.stringify([pluginid, alertRef, name, riskcode]);

const report = z.object({
	"@programName": z.string().check(z.regex(/\bZAP\b/)),
	"@version": text,
	site: z.array(z.object({ "@name": z.string(), alerts: z._default(z.array(z.unknown()), []) })),
	insights: z._default(z.array(z.unknown()), []),
});
const insight = z.object({ level: z.string(), key: z.string(), statistic: z.optional(z.string()) });

const SHORTAGES: readonly string[] = ["insight.memory.usage", "insight.diskspace.full", "insight.database.full"];

export type ZapInstance = z.infer<typeof instance>;
export type ZapAlert = Omit<z.infer<typeof alert>, "instances" | "systemic"> & {
	instances: ZapInstance[];
	/** How many instances the report has of it, on all sites. */
	all: number;
	/** There may be more places than these. */
	isSampled: boolean;
	/** It is about the whole site rather than about single pages. */
	isOfSite: boolean;
};

/**
 * The contents of ZAP's `traditional-json` report. `cut`: there was more than we keep, or something we do not recognize. `starved`: ZAP
 * ran low on memory or disk and, with our settings, continued.
 */
export type ZapReport =
	| { status: "done"; alerts: ZapAlert[]; cut: boolean; networkFailed: boolean; starved: boolean }
	| { status: "broken"; reason: string };

/**
 * Reads the report of one run, alert by alert: an alert in an unknown format is left out and makes the rest partial. `mayLimit`: this ZAP
 * may keep only some places of systemic rules.
 */
export function readZapJson(content: string, origin: string, mayLimit = false): ZapReport {
	if (content === "") return { status: "broken", reason: "It wrote no report." };
	const json = parseJson(content);
	if (json === undefined) return { status: "broken", reason: "Its report is not whole JSON." };
	const parsed = report.safeParse(json);
	if (!parsed.success) return { status: "broken", reason: "Its report does not have the form we know." };
	const { insights } = parsed.data;
	// What it saw elsewhere, such as on a host that a page loads from, is not part of the requested scan.
	const sites = parsed.data.site.filter((site) => sameOrigin(site["@name"], origin));
	// ZAP lists every site that it requested a page from, even if it found nothing there.
	if (sites.length === 0) return { status: "broken", reason: "Its report does not include the site that was scanned." };
	// ZAP counts a rule's places over all sites, so what others scan meanwhile uses them up, too.
	const inAll = countsOf(parsed.data.site.flatMap((site) => site.alerts));
	const atLimit = mayLimit && Math.max(0, ...[...inAll.values()].map(({ systemic }) => systemic)) === SYSTEMIC_LIMIT;
	const alerts: ZapAlert[] = [];
	let cut = false;
	let all = 0;
	let looked = 0;
	for (const entry of sites.flatMap((site) => site.alerts)) {
		const read = looked++ < MOST_ALERTS && all < MOST_IN_ALL ? alert.safeParse(entry) : undefined;
		if (!read?.success) {
			cut = true;
			continue;
		}
		const whole = read.data.instances.flatMap((one) => {
			const known = instance.safeParse(one);
			if (!known.success) cut = true;
			return known.success ? [known.data] : [];
		});
		// In an order that does not depend on which page ZAP looked at first.
		const instances = whole.toSorted(byPlace).slice(0, Math.min(MOST_INSTANCES, MOST_IN_ALL - all));
		// Every finding has a location; an alert without one would get lost.
		if (instances.length === 0) cut = true;
		all += instances.length;
		const { systemic, ...rest } = read.data;
		const counted = inAll.get(keyOf(rest))?.all ?? 0;
		const isLimited = atLimit && systemic === true && counted === SYSTEMIC_LIMIT;
		const isSampled = isLimited || instances.length < whole.length;
		alerts.push({ ...rest, instances, all: counted, isSampled, isOfSite: systemic === true });
	}
	const serious = insights.flatMap((entry) => {
		const read = insight.safeParse(entry);
		return read.success && !/^(info|low)/i.test(read.data.level) ? [read.data] : [];
	});
	const networkFailed = serious.some(({ key }) => key === "insight.network.failure");
	const starved = serious.some(({ key, level }) => SHORTAGES.includes(key) && /^high$/i.test(level));
	return { status: "done", alerts, cut, networkFailed, starved };
}

const sameOrigin = (name: string, origin: string) => URL.parse(name)?.origin === new URL(origin).origin;

/** How many instances the report has of each alert, and how many of them count toward ZAP's limit. */
function countsOf(alerts: readonly unknown[]): Map<string, { all: number; systemic: number }> {
	const counts = new Map<string, { all: number; systemic: number }>();
	for (const entry of alerts.slice(0, MOST_ALERTS)) {
		const read = heading.safeParse(entry);
		if (!read.success) continue;
		const { all, systemic } = counts.get(keyOf(read.data)) ?? { all: 0, systemic: 0 };
		const { length } = read.data.instances;
		counts.set(keyOf(read.data), {
			all: all + length,
			systemic: systemic + (read.data.systemic === true ? length : 0),
		});
	}
	return counts;
}

const placeOf = ({ uri, param, method, attack }: ZapInstance) => [uri, param, method, attack].join("\n");
const byPlace = (a: ZapInstance, b: ZapInstance) => (placeOf(a) < placeOf(b) ? -1 : 1);
