import { readFileSync } from "node:fs";
import { join } from "node:path";

type Instance = { uri: string; nodeName: string };
export type Alert = { pluginid: string; name: string; systemic?: boolean; count: string; instances: Instance[] };
export type Report = { insights: object[]; site: { alerts: Alert[] }[] };
type Rule = { id: string; name: string };

const RECORDED = join(import.meta.dirname, "../../fixtures/engines/zap-2.17-made-by-hand.json");
/** Poses as others, so our plan turns it off. */
export const USER_AGENT_FUZZER = 10104;

export const readRecorded = (origin: string): Report =>
	JSON.parse(readFileSync(RECORDED, "utf8").replaceAll("http://localhost:8099", origin));

const isPassive = ({ pluginid }: Alert) => pluginid.startsWith("10");
const recorded = readRecorded("http://localhost:8099").site[0]?.alerts ?? [];
const rulesOf = (alerts: Alert[]): Rule[] => alerts.map(({ pluginid: id, name }) => ({ id, name }));
export const PASSIVE_RULES = rulesOf(recorded.filter(isPassive));
export const ACTIVE_RULES = [
	...rulesOf(recorded.filter((alert) => !isPassive(alert))),
	{ id: String(USER_AGENT_FUZZER), name: "User Agent Fuzzer" },
];

/** What a ZAP keeps from one session and one plan to the next. */
export type ZapMemory = {
	/** Passive rules that are off, by their numbers. */
	off: Set<string>;
	/** How many places of a systemic rule are kept; 0 keeps all. */
	systemicLimit: number;
	/** How many pages the scanned site has. */
	pages: number;
	/** Plans run so far. Which places are kept, and in what order, differs from plan to plan. */
	plans: number;
};

/**
 * The alerts of the passive rules that are on, one for each page. A rule that has raised more than `maxAlerts` is turned off, for all later
 * plans too: that is what ZAP 2.17.0 was seen to do with `maxAlertsPerRule`.
 */
export function raisePassive(alerts: Alert[], memory: ZapMemory, origin: string, maxAlerts = 0): Alert[] {
	return alerts.filter(isPassive).flatMap((alert) => {
		if (memory.off.has(alert.pluginid)) return [];
		const all = overPages(alert, memory.pages, origin);
		const isOver = maxAlerts > 0 && all.length > maxAlerts;
		if (isOver) memory.off.add(alert.pluginid);
		const raised = isOver ? all.slice(0, maxAlerts + 1) : all;
		const limit = alert.systemic && memory.systemicLimit > 0 ? memory.systemicLimit : raised.length;
		const instances = rotated(raised, memory.plans * limit).slice(0, limit);
		return [{ ...alert, instances, count: String(instances.length) }];
	});
}

export const raiseActive = (alerts: Alert[]): Alert[] => alerts.filter((alert) => !isPassive(alert));

function overPages({ instances }: Alert, pages: number, origin: string): Instance[] {
	const others = Array.from({ length: pages - 1 }, (_, page) => `${origin}/page-${page + 1}`);
	return [
		...instances,
		...instances.slice(0, 1).flatMap((one) => others.map((uri) => ({ ...one, uri, nodeName: uri }))),
	];
}

function rotated<T>(all: readonly T[], by: number): T[] {
	const at = all.length === 0 ? 0 : by % all.length;
	return [...all.slice(at), ...all.slice(0, at)];
}
