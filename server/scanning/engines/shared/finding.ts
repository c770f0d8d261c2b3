import type { Finding } from "#contract/findings/findings.ts";
import { fingerprint } from "./fingerprint.ts";
import { sanitize } from "./foreign-text.ts";
import { redactAddresses } from "./redact.ts";
import type { Observation, RuleMeta, RuleOver } from "./rule.ts";
import { steadyPath } from "./steady-path.ts";

/** Runs rules on one thing that was collected, and writes what they see in the common form. Pure. */
export function judgeWith<E>(engine: string, rules: readonly RuleOver<E>[], evidence: E, now: Date): Finding[] {
	return rules.flatMap((rule) =>
		rule.judge(evidence, now).map((observation) => toFinding(engine, rule.meta, observation)),
	);
}

/** What a rule saw, in the common form. */
export function toFinding(engine: string, meta: RuleMeta, observation: Observation): Finding {
	const { rawSeverity } = observation;
	const location = { ...observation.location, path: steadyPath(observation.location.path) };
	return {
		fingerprint: fingerprint({ engine, rule: meta.id, location }),
		engine,
		rule: meta.id,
		title: sanitize(observation.title ?? meta.title),
		severity: observation.severity ?? meta.severity,
		...(rawSeverity === undefined ? {} : { rawSeverity: sanitize(rawSeverity) }),
		confidence: observation.confidence ?? "high",
		location,
		evidence: observation.evidence.map(({ source, text }) => ({
			source: sanitize(redactAddresses(source, "")),
			text: sanitize(text),
		})),
		why: meta.why,
		fix: meta.fix,
		cwe: meta.cwe,
	};
}
