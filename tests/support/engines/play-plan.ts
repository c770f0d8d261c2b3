// Plays what ZAP does with an automation plan, as far as our adapter can tell: requests the target through the plan's proxy, reports each
// job as it starts and ends, and writes the plan's reports. The mode says how to behave.
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Job, Plan } from "./read-plan.ts";
import {
	type Alert,
	raiseActive,
	raisePassive,
	readRecorded,
	USER_AGENT_FUZZER,
	type ZapMemory,
} from "./zap-alerts.ts";

type Play = {
	say: (line: string) => void;
	/** Sent with every request but the spider's, which has its own. */
	userAgent: string;
	/** What happens in the active part before it ends; false ends the plan there, except for what always runs. */
	attack: () => Promise<boolean>;
	/** True once the plan was stopped from outside: then nothing runs, not even what always runs. */
	isStopped: () => boolean;
	/** What this ZAP has kept from earlier plans. */
	memory: ZapMemory;
	/** Whether someone else has begun a new session since the crawl, which takes the alerts away that were raised until then. */
	isSessionLost?: () => boolean;
};

/** What ZAP sends until it is set otherwise. */
export const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:138.0) Gecko/20100101 Firefox/138.0";
/** One of those that the rule "User Agent Fuzzer" tries. */
const SEARCH_ENGINE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

export async function playPlan(plan: Plan, mode: string, play: Play): Promise<void> {
	const { say, userAgent, attack, isStopped, memory, isSessionLost } = play;
	const start = plan.env.contexts[0]?.urls[0] ?? "";
	const { origin } = new URL(start);
	const recorded = readRecorded(origin).site[0]?.alerts ?? [];
	const maxAlerts = plan.jobs.find(({ type }) => type === "passiveScan-config")?.parameters.maxAlertsPerRule;
	let alerts: Alert[] = [];
	let attacked = false;
	let ended = false;
	for (const job of plan.jobs) {
		if (isStopped()) return;
		if (ended && !job.alwaysRun) continue;
		say(`Job ${job.type} started`);
		if (job.type === "spider" && mode !== "idle") {
			const { userAgent: own } = job.parameters;
			say(`Answer ${await ask(plan, start, own)}, elsewhere ${await ask(plan, "http://elsewhere.example/", own)}`);
		}
		if (job.type === "spider") alerts = raisePassive(recorded, memory, origin, maxAlerts);
		if (job.type === "spider" && mode === "stumbles") ended = true;
		if (job.type === "activeScan") {
			const agents = [userAgent, ...(isOff(job, USER_AGENT_FUZZER) ? [] : [SEARCH_ENGINE])];
			if (mode !== "idle") for (const agent of agents) await ask(plan, start, agent);
			attacked = await attack();
			ended = !attacked;
			if (isStopped()) return;
			if (isSessionLost?.()) alerts = [];
			if (attacked) alerts = [...raiseActive(recorded), ...alerts];
		}
		if (job.type === "report") writeReport(job, origin, mode, { alerts, attacked });
		const slow = mode === "slow" && job.type === "activeScan";
		if (!ended) say(`Job ${job.type} finished, time taken: ${slow ? "02:00:00" : "00:00:01"}`);
	}
	memory.plans++;
}

const isOff = ({ policyDefinition }: Job, rule: number) =>
	policyDefinition?.rules?.some(({ id, threshold }) => id === rule && threshold === "off");

function ask({ env }: Plan, url: string, userAgent: string): Promise<number> {
	return new Promise((resolve) => {
		const { hostname: host, port } = env.proxy;
		const headers = { host: new URL(url).host, "user-agent": userAgent };
		const asked = request({ host, port, path: url, headers }, (answer) => {
			answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
		});
		asked.once("error", () => resolve(0)).end();
	});
}

function writeReport(
	{ parameters }: Job,
	origin: string,
	mode: string,
	{ alerts, attacked }: { alerts: Alert[]; attacked: boolean },
): void {
	const report = readRecorded(origin);
	for (const [index, site] of report.site.entries()) site.alerts = index === 0 ? alerts : site.alerts;
	if (mode === "short") report.site = report.site.slice(1);
	const text = JSON.stringify(report);
	const file = join(parameters.reportDir, parameters.reportFile);
	if (mode === "truncated" || (mode === "half" && attacked)) writeFileSync(file, text.slice(0, -40));
	else if (mode === "huge") writeFileSync(file, Buffer.alloc(33_000_000, 32));
	else writeFileSync(file, text);
}
