import type { Evidence, FindingLocation, TwoVoices } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";

/** What a rule says about itself, whatever it finds. */
export type RuleMeta = {
	/** Stable: it is part of every fingerprint, so renaming a rule makes its old findings unrecognizable. */
	id: string;
	title: string;
	severity: Severity;
	/** CWE number; null if none fits. */
	cwe: number | null;
	why: TwoVoices;
	fix: TwoVoices;
};

/** One place where a rule applies. Missing fields are taken from the rule's meta. */
export type Observation = {
	location: FindingLocation;
	evidence: Evidence[];
	title?: string;
	severity?: Severity;
	confidence?: "low";
	/** The tool's own level, if it has one. */
	rawSeverity?: string;
};

/** One check: its texts, and a pure function on what was collected. One file each. */
export type RuleOver<E> = {
	meta: RuleMeta;
	judge: (evidence: E, now: Date) => Observation[];
};
