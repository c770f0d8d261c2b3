import type { ScanPart } from "#contract/findings/findings.ts";
import type { Sampled } from "../shared/examples.ts";
import type { ToolEnd } from "../shared/process/run-tool.ts";
import { gapsOf } from "./gaps.ts";
import type { PlanLimits } from "./plan.ts";
import type { ZapLog } from "./progress.ts";
import type { ZapSetup } from "./setup.ts";

const PAGES = { part: "pages", label: "Pages and their answers" };
const ATTACKS = { part: "attacks", label: "Faults of the application" };

type Seen = {
	limits: PlanLimits;
	log: ZapLog;
	cut: boolean;
	networkFailed: boolean;
	starved: boolean;
	/** There is a report from after the crawl. */
	isCrawled: boolean;
	/** The report is the one from the end, not the one from after the crawl. */
	isWhole: boolean;
	/** Another session was begun between the two. */
	isReset: boolean;
	setup: ZapSetup;
	sampled: readonly Sampled[];
};

/** What was checked, what was not, and why. Pure. */
export function partsOf(
	end: ToolEnd,
	{ limits, log, cut, networkFailed, starved, isCrawled, isWhole, isReset, setup, sampled }: Seen,
): ScanPart[] {
	const took = (job: string) => log.finished().findLast((one) => one.job === job)?.seconds;
	const isCut = (job: string, minutes: number) => (took(job) ?? 0) >= minutes * 60;
	const troubles = [
		...(networkFailed ? ["Many of its requests got no answer."] : []),
		...(isReset ? ["Something else used this ZAP at the same time and made it forget what it had seen."] : []),
		...(starved ? ["ZAP ran low on memory or disk space, so it may have missed something."] : []),
	];
	const has = (kind: "passive" | "active") => setup.status !== "asked" || setup[kind] > 0;
	const pages = [
		...(has("passive") ? [] : ["None of ZAP's rules for answers was on."]),
		...(isCrawled ? [] : [`ZAP ${howItEnded(end)} before it had looked at every page that it found.`]),
		...(isCut("spider", limits.spiderMinutes)
			? ["The time for following links was over before all were followed."]
			: []),
		...(log.finished().some(({ job, seconds }) => job === "passiveScan-wait" && seconds >= limits.passiveMinutes * 60)
			? ["The time for looking at the answers was over before all were looked at."]
			: []),
		...(cut ? ["Its report holds more than we keep, or parts that we do not know."] : []),
		...troubles,
	];
	const attacks = [
		...(has("active") ? [] : ["ZAP has no rules for trying. Please install its add-on ascanrules."]),
		...(isWhole && took("activeScan") !== undefined
			? []
			: [`ZAP ${howItEnded(end)} before it had tried everything; what it saw until then is here.`]),
		...(isCut("activeScan", limits.activeMinutes)
			? ["The time for trying was over before everything had been tried."]
			: []),
		...(end.status === "exited" && end.code === 1 ? ["ZAP reported errors of its own."] : []),
		...troubles,
	];
	return [withReasons(PAGES, pages), withReasons(ATTACKS, attacks), ...gapsOf(setup, sampled)];
}

function howItEnded(end: ToolEnd): string {
	if (end.status === "stopped")
		return end.why === "output" ? "wrote more than we read and was ended" : "was ended when its time was over,";
	if (end.status === "crashed") return end.times > 1 ? "crashed twice" : "crashed";
	return "ended";
}

const withReasons = (part: typeof PAGES, reasons: string[]): ScanPart =>
	reasons.length === 0
		? { ...part, status: "evaluated" }
		: { ...part, status: "not-evaluated", reason: reasons.join(" ") };
