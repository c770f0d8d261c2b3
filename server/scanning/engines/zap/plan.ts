import type { CheckedTarget } from "#server/platform/outgoing/target.ts";
import { originOf } from "../shared/start-url.ts";

export type PlanLimits = {
	/** In minutes, the smallest unit that ZAP accepts. */
	spiderMinutes: number;
	passiveMinutes: number;
	activeMinutes: number;
};

type Where = { reportFolder: string; proxyHost: string; proxyPort: number; userAgent: string };

/** The plan's own file, in the run's folder. */
export const PLAN = "plan.yaml";
/** Written once the crawl is done: the result if the active part is cut short. */
export const PASSIVE_REPORT = "passive.json";
export const REPORT = "zap.json";
const CONTEXT = "scan";
/** A rule that impersonates search engines and phones; our requests always say who sends them. */
export const USER_AGENT_FUZZER = 10104;
/** YAML 1.1 has line breaks and forbidden characters that JSON leaves as they are, even in quotes. */
const BEYOND_ASCII = /[\x7f-\uffff]/g;

/** ZAP takes up to a minute to start, and its reports take time too. */
const BESIDE_SECONDS = 120;

/** How the time is divided. The plan waits for the passive scan twice: after the crawl and after the active part. */
export function planLimits(seconds: number): PlanLimits {
	const minutes = Math.floor((seconds - BESIDE_SECONDS) / 60);
	const spiderMinutes = Math.min(5, Math.max(1, Math.floor(minutes * 0.2)));
	const passiveMinutes = Math.min(3, Math.max(1, Math.floor(minutes * 0.1)));
	const activeMinutes = Math.max(1, minutes - spiderMinutes - 2 * passiveMinutes);
	return { spiderMinutes, passiveMinutes, activeMinutes };
}

/** Where ZAP starts. It reads `${…}` in a plan as an environment variable, so no `$` may get into it. */
function startOf(target: CheckedTarget): string {
	const [path = ""] = target.target.path.split(/[?#]/, 1);
	return `${originOf(target).origin}${path.replaceAll("$", "%24")}`;
}

/**
 * One scan's automation plan, as JSON that YAML 1.1 reads the same way, so that we never assemble it from strings. Indented with spaces,
 * because ZAP rejects a plan with tabs, and in plain ASCII.
 */
export function zapPlan(target: CheckedTarget, limits: PlanLimits, where: Where): string {
	const { origin } = originOf(target);
	const { reportFolder: reportDir, proxyHost, proxyPort, userAgent } = where;
	const start = startOf(target);
	const report = (reportFile: string, alwaysRun: boolean) => ({
		type: "report",
		alwaysRun,
		parameters: { template: "traditional-json", reportDir, reportFile, reportTitle: "Scan" },
	});
	const wait = { type: "passiveScan-wait", parameters: { maxDuration: limits.passiveMinutes } };
	const plan = {
		env: {
			contexts: [{ name: CONTEXT, urls: [start], includePaths: [`${escapeRegExp(origin)}/.*`] }],
			parameters: { failOnError: true, failOnWarning: false, continueOnFailure: false, progressToStdout: true },
			proxy: { hostname: proxyHost, port: proxyPort },
		},
		jobs: [
			// No `maxAlertsPerRule`: ZAP turns a rule off for good once it has raised more, for later scans of other sites too.
			{ type: "passiveScan-config", parameters: { scanOnlyInScope: true } },
			{
				type: "spider",
				parameters: {
					context: CONTEXT,
					url: start,
					maxDuration: limits.spiderMinutes,
					maxDepth: 5,
					maxChildren: 50,
					threadCount: 2,
					userAgent,
					acceptCookies: true,
				},
			},
			wait,
			report(PASSIVE_REPORT, false),
			{
				type: "activeScan",
				parameters: {
					context: CONTEXT,
					maxScanDurationInMins: limits.activeMinutes,
					delayInMs: 20,
					threadPerHost: 2,
					addQueryParam: false,
					handleAntiCSRFTokens: true,
				},
				policyDefinition: {
					defaultStrength: "low",
					defaultThreshold: "medium",
					rules: [{ id: USER_AGENT_FUZZER, threshold: "off" }],
				},
			},
			wait,
			report(REPORT, true),
		],
	};
	return JSON.stringify(plan, null, 2).replace(
		BEYOND_ASCII,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
