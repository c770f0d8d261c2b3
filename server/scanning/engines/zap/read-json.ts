import * as z from "zod/mini";
import { parseJson } from "../shared/parse-json.ts";

const MOST_ALERTS = 2_000;
const MOST_INSTANCES = 50;
const MOST_IN_ALL = 5_000;

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
	instances: z._default(z.array(z.unknown()), []),
});
const report = z.object({
	"@programName": z.string().check(z.regex(/\bZAP\b/)),
	"@version": text,
	site: z.array(z.object({ "@name": z.string(), alerts: z._default(z.array(z.unknown()), []) })),
	insights: z._default(z.array(z.unknown()), []),
});
const insight = z.object({ level: z.string(), key: z.string(), statistic: z.optional(z.string()) });

const SHORTAGES: readonly string[] = ["insight.memory.usage", "insight.diskspace.full", "insight.database.full"];

export type ZapInstance = z.infer<typeof instance>;
export type ZapAlert = Omit<z.infer<typeof alert>, "instances"> & { instances: ZapInstance[] };

/**
 * The contents of ZAP's `traditional-json` report. `cut`: there was more than we keep, or something we do not recognize. `starved`: ZAP
 * ran low on memory or disk and, with our settings, continued.
 */
export type ZapReport =
	| { status: "done"; alerts: ZapAlert[]; cut: boolean; networkFailed: boolean; starved: boolean }
	| { status: "broken"; reason: string };

/** Reads the report of one run, alert by alert: an alert in an unknown format is left out and makes the rest partial. */
export function readZapJson(content: string, origin: string): ZapReport {
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
		// The same problem on many pages: the first pages are enough to act on.
		const instances = read.data.instances.slice(0, Math.min(MOST_INSTANCES, MOST_IN_ALL - all)).flatMap((one) => {
			const whole = instance.safeParse(one);
			if (!whole.success) cut = true;
			return whole.success ? [whole.data] : [];
		});
		// Every finding has a location; an alert without one would get lost.
		if (instances.length === 0) cut = true;
		all += instances.length;
		alerts.push({ ...read.data, instances });
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
