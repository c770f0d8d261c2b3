import type { Finding } from "#contract/findings.ts";
import { fingerprint } from "#server/findings/fingerprint.ts";
import type { Evidences, Part } from "./evidence.ts";
import { RULES } from "./registry.ts";
import type { Observation, RuleMeta } from "./rule.ts";

export const ENGINE = "baseline";
const MAX_EVIDENCE = 500;

/** Runs every rule of one part over what was collected for it. Pure. */
export function judge<P extends Part>(part: P, units: readonly Evidences[P][], now: Date): Finding[] {
	return RULES[part].flatMap((rule) =>
		units.flatMap((unit) => rule.judge(unit, now).map((observation) => toFinding(rule.meta, observation))),
	);
}

function toFinding(meta: RuleMeta, observation: Observation): Finding {
	const { location } = observation;
	return {
		fingerprint: fingerprint({ engine: ENGINE, rule: meta.id, location }),
		engine: ENGINE,
		rule: meta.id,
		title: tidy(observation.title ?? meta.title),
		severity: observation.severity ?? meta.severity,
		confidence: observation.confidence ?? "high",
		location,
		evidence: observation.evidence.map(({ source, text }) => ({ source: tidy(source), text: tidy(text) })),
		why: meta.why,
		fix: meta.fix,
		cwe: meta.cwe,
	};
}

/** Evidence comes from strangers: one line, no control characters, cut to a length that a page can show. */
function tidy(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
	const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, " ").toWellFormed();
	return line.length > MAX_EVIDENCE ? `${line.slice(0, MAX_EVIDENCE - 1)}…`.toWellFormed() : line;
}
