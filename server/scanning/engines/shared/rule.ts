import type { Evidence, FindingLocation, TwoVoices } from "#contract/findings/findings.ts";
import type { Severity } from "#contract/findings/severity.ts";

/** What a rule says about itself, whatever it finds. */
export type RuleMeta = {
	/** Stable: it is part of every fingerprint, so renaming a rule makes its old findings strangers. */
	id: string;
	title: string;
	severity: Severity;
	/** CWE number; null if none fits. */
	cwe: number | null;
	why: TwoVoices;
	fix: TwoVoices;
};

/** One place where a rule applies. What is left out is taken from the rule's meta. */
export type Observation = {
	location: FindingLocation;
	evidence: Evidence[];
	title?: string;
	severity?: Severity;
	confidence?: "low";
	/** The tool's own level, if it has one. */
	rawSeverity?: string;
};

/** One thing tested: its texts, and a pure function over what was collected. One file each. */
export type RuleOver<E> = {
	meta: RuleMeta;
	judge: (evidence: E, now: Date) => Observation[];
};
