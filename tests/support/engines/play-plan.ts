// Plays what ZAP does with an automation plan, as far as our adapter can tell: requests the target through the plan's proxy, reports each
// job as it starts and ends, and writes the plan's reports. The mode says how to behave.
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { Job, Plan } from "./read-plan.ts";

type Report = { insights: object[]; site: { alerts: { pluginid: string }[] }[] };
type Play = {
	say: (line: string) => void;
	/** Sent with every request but the spider's, which has its own. */
	userAgent: string;
	/** What happens in the active part before it ends; false ends the plan there, except for what always runs. */
	attack: () => Promise<boolean>;
	/** True once the plan was stopped from outside: then nothing runs, not even what always runs. */
	isStopped: () => boolean;
};

const RECORDED = join(import.meta.dirname, "../../fixtures/engines/zap-2.17-made-by-hand.json");
/** What ZAP sends until it is set otherwise. */
export const BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:138.0) Gecko/20100101 Firefox/138.0";
/** One of those that the rule "User Agent Fuzzer" tries. */
const SEARCH_ENGINE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const USER_AGENT_FUZZER = 10104;

export async function playPlan(plan: Plan, mode: string, { say, userAgent, attack, isStopped }: Play): Promise<void> {
	const start = plan.env.contexts[0]?.urls[0] ?? "";
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
		if (job.type === "spider" && mode === "stumbles") ended = true;
		if (job.type === "activeScan") {
			const agents = [userAgent, ...(isOff(job, USER_AGENT_FUZZER) ? [] : [SEARCH_ENGINE])];
			if (mode !== "idle") for (const agent of agents) await ask(plan, start, agent);
			attacked = await attack();
			ended = !attacked;
			if (isStopped()) return;
		}
		if (job.type === "report") writeReport(job, new URL(start).origin, mode, attacked);
		const slow = mode === "slow" && job.type === "activeScan";
		if (!ended) say(`Job ${job.type} finished, time taken: ${slow ? "02:00:00" : "00:00:01"}`);
	}
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

function writeReport({ parameters }: Job, origin: string, mode: string, attacked: boolean): void {
	const report: Report = JSON.parse(readFileSync(RECORDED, "utf8").replaceAll("http://localhost:8099", origin));
	for (const site of report.site) {
		site.alerts = site.alerts.filter(({ pluginid }) => attacked || pluginid.startsWith("10"));
	}
	if (mode === "short") report.site = report.site.slice(1);
	const text = JSON.stringify(report);
	const file = join(parameters.reportDir, parameters.reportFile);
	if (mode === "truncated" || (mode === "half" && attacked)) writeFileSync(file, text.slice(0, -40));
	else if (mode === "huge") writeFileSync(file, Buffer.alloc(33_000_000, 32));
	else writeFileSync(file, text);
}
