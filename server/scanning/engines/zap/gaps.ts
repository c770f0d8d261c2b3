import type { ScanPart } from "#contract/findings/findings.ts";
import { examplesGap, listed, type Sampled } from "../shared/examples.ts";
import { sanitize } from "../shared/foreign-text.ts";
import { USER_AGENT_FUZZER } from "./plan.ts";
import type { ZapSetup } from "./setup.ts";

/** What single rules could not see: those that were off, and those of whose places only some are known. Pure. */
export function gapsOf(setup: ZapSetup, sampled: readonly Sampled[]): ScanPart[] {
	const status = "not-evaluated";
	const off = { part: "rules", label: "Rules that were off in ZAP", status } as const;
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
	return [...gaps, ...examplesGap(sampled)];
}

/** Our own plan turns this one off, in every scan. */
const offOf = (setup: ZapSetup) =>
	setup.status === "asked" ? setup.off.filter(({ id }) => id !== String(USER_AGENT_FUZZER)) : [];
