// Plays what ZAP does with an automation plan, as far as our adapter can tell: asks the target through the plan's proxy, says each
// job as it begins and ends, and writes the plan's reports. The mode is how it is to behave.
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

type Job = { type: string; alwaysRun?: boolean; parameters: { reportDir: string; reportFile: string } };
type Plan = { env: { contexts: { urls: string[] }[]; proxy: { hostname: string; port: number } }; jobs: Job[] };
type Report = { site: { alerts: { pluginid: string }[] }[] };
type Play = {
	say: (line: string) => void;
	/** What happens in the active part before it ends; false ends the plan there, but for what always runs. */
	attack: () => Promise<boolean>;
};

const RECORDED = join(import.meta.dirname, "../fixtures/engines/zap-2.17-made-by-hand.json");

export async function playPlan(planFile: string, mode: string, { say, attack }: Play): Promise<void> {
	const plan: Plan = JSON.parse(readFileSync(planFile, "utf8"));
	const start = plan.env.contexts[0]?.urls[0] ?? "";
	let attacked = false;
	let ended = false;
	for (const job of plan.jobs) {
		if (ended && !job.alwaysRun) continue;
		say(`Job ${job.type} started`);
		if (job.type === "spider" && mode !== "idle") {
			say(`Answer ${await ask(plan, start)}, elsewhere ${await ask(plan, "http://elsewhere.example/")}`);
		}
		if (job.type === "activeScan") {
			attacked = await attack();
			ended = !attacked;
		}
		if (job.type === "report") writeReport(job, new URL(start).origin, mode, attacked);
		const slow = mode === "slow" && job.type === "activeScan";
		if (!ended) say(`Job ${job.type} finished, time taken: ${slow ? "02:00:00" : "00:00:01"}`);
	}
}

function ask({ env }: Plan, url: string): Promise<number> {
	return new Promise((resolve) => {
		const { hostname: host, port } = env.proxy;
		const asked = request({ host, port, path: url, headers: { host: new URL(url).host } }, (answer) => {
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
	const text = JSON.stringify(report);
	const file = join(parameters.reportDir, parameters.reportFile);
	if (mode === "truncated") writeFileSync(file, text.slice(0, -40));
	else if (mode === "huge") writeFileSync(file, Buffer.alloc(33_000_000, 32));
	else writeFileSync(file, text);
}
