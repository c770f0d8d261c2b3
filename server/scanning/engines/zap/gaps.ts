import type { ScanPart } from "#contract/findings/findings.ts";
import { counted } from "#contract/format/count.ts";
import { sanitize } from "../shared/foreign-text.ts";
import type { Sampled } from "./places.ts";
import { USER_AGENT_FUZZER } from "./plan.ts";
import type { ZapSetup } from "./setup.ts";

const MOST_NAMES = 5;

/** What single rules could not see: those that were off, and those of whose places only some are known. Pure. */
export function gapsOf(setup: ZapSetup, sampled: readonly Sampled[]): ScanPart[] {
	const status = "not-evaluated";
	const off = { part: "rules", label: "Rules that were off in ZAP", status } as const;
	const places = { part: "places", label: "All places of each problem", status } as const;
	const gaps: ScanPart[] = [];
	if (setup.status === "unknown") gaps.push({ ...off, reason: "ZAP did not say which of its rules were on." });
	const missing = offOf(setup);
	if (missing.length > 0) {
		const names = listed(missing.map(({ name }) => sanitize(name, 80)));
		gaps.push({
			...off,
			reason: `${missing.length} of ZAP's rules ${missing.length === 1 ? "was" : "were"} off, so nothing was looked for with ${missing.length === 1 ? "it" : "them"}: ${names}.`,
			rules: missing.map(({ id }) => `zap-${id}`),
		});
	}
	if (sampled.length > 0) {
		gaps.push({
			...places,
			reason: `Of ${counted(sampled.length, "problem", "problems")}, only examples are listed. More places may have ${sampled.length === 1 ? "it" : "them"}: ${listed(sampled.map(({ title }) => title))}.`,
			rules: sampled.map(({ rule }) => rule),
		});
	}
	return gaps;
}

/** Our own plan turns this one off, in every scan. */
const offOf = (setup: ZapSetup) =>
	setup.status === "asked" ? setup.off.filter(({ id }) => id !== String(USER_AGENT_FUZZER)) : [];

function listed(names: readonly string[]): string {
	const more = names.length - MOST_NAMES;
	return `${names.slice(0, MOST_NAMES).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}
