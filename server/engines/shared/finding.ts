import type { Finding } from "#contract/findings.ts";
import { fingerprint } from "#server/findings/fingerprint.ts";
import type { Observation, RuleMeta, RuleOver } from "./rule.ts";

const MAX_EVIDENCE = 500;

/** Runs rules over one thing that was collected, and writes what they see down in the common form. Pure. */
export function judgeWith<E>(engine: string, rules: readonly RuleOver<E>[], evidence: E, now: Date): Finding[] {
	return rules.flatMap((rule) =>
		rule.judge(evidence, now).map((observation) => toFinding(engine, rule.meta, observation)),
	);
}

function toFinding(engine: string, meta: RuleMeta, observation: Observation): Finding {
	const { location, rawSeverity } = observation;
	return {
		fingerprint: fingerprint({ engine, rule: meta.id, location }),
		engine,
		rule: meta.id,
		title: tidy(observation.title ?? meta.title),
		severity: observation.severity ?? meta.severity,
		...(rawSeverity === undefined ? {} : { rawSeverity: tidy(rawSeverity) }),
		confidence: observation.confidence ?? "high",
		location,
		evidence: observation.evidence.map(({ source, text }) => ({ source: tidy(source), text: tidy(text) })),
		why: meta.why,
		fix: meta.fix,
		cwe: meta.cwe,
	};
}

/** What comes from strangers: one line, no control characters, cut to a length that a page can show. */
export function tidy(text: string, longest = MAX_EVIDENCE): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
	const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, " ").toWellFormed();
	return line.length > longest ? `${line.slice(0, longest - 1)}…`.toWellFormed() : line;
}
