import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { classId } from "#contract/controls/classes.ts";
import { givenTime } from "#contract/given-time.ts";
import { scanId } from "#contract/ids.ts";
import { scanKind, severityCounts } from "#contract/scans/scans.ts";
import { finding } from "./findings.ts";
import { SEVERITIES, severity } from "./severity.ts";

/**
 * A finding's state across all scans. `open`: seen, no verdict. `fixed`: the same engine scanned the same target with full coverage,
 * looked at the finding's page and addresses, and did not see it, or a person says so. The other two are a person's verdict.
 */
export const FINDING_STATES = ["open", "fixed", "false-positive", "accepted"] as const;
export const findingState = z.enum(FINDING_STATES);
export type FindingState = z.infer<typeof findingState>;

/** SHA-256 in hex; contract/findings/findings.ts says of what. */
export const fingerprint = z
	.string("Please give a fingerprint.")
	.check(atMost(64, "This is not a fingerprint."), z.regex(/^[0-9a-f]{64}$/, "This is not a fingerprint."));

export const REASON_LIMIT = 1_000;
export const VERDICTS_LIMIT = 200;

/** `POST findings/verdicts/`: a verdict on one or more findings. `open` takes an earlier one back. */
export const verdictRequest = z.strictObject({
	fingerprints: z
		.array(fingerprint, "Please give a list of findings.")
		.check(
			z.minLength(1, "Please give at least one finding."),
			z.maxLength(VERDICTS_LIMIT, `Please give at most ${VERDICTS_LIMIT} findings.`),
		),
	state: z.enum(FINDING_STATES, `The state is one of ${FINDING_STATES.join(", ")}.`),
	/** Why, in the person's own words. Required for `accepted` and `false-positive` (the server refuses without). Untrusted text. */
	reason: z.optional(
		z.string("Please give the reason as text.").check(z.trim(), atMost(REASON_LIMIT, "That reason is too long.")),
	),
	/** Last day (UTC) on which the risk is accepted; then the finding is open again. Only with `accepted`. */
	until: z.optional(z.iso.date("Please give the last day as YYYY-MM-DD.")),
	/** When the person gave it, ISO 8601 in UTC: an older verdict that arrives late does not undo a newer one. */
	saidAt: givenTime,
});
export type VerdictRequest = z.infer<typeof verdictRequest>;

/** 202: stored for good. */
export const verdictAccepted = z.object({
	receipt: z.object({
		key: z.nullable(z.string()),
		acceptedAt: z.iso.datetime(),
		/** How many findings took the verdict; the others do not belong to the account or have a newer one. */
		taken: z.int(),
	}),
});
export type VerdictAccepted = z.infer<typeof verdictAccepted>;

/** The verdict that counts. */
export const verdict = z.object({
	state: findingState,
	reason: z.string(),
	until: z.nullable(z.iso.date()),
	saidAt: z.iso.datetime(),
});
export type Verdict = z.infer<typeof verdict>;

/** One finding across all scans of an account: one row per fingerprint. */
export const trackedFinding = z.object({
	fingerprint,
	engine: z.string(),
	rule: z.string(),
	title: z.string(),
	/** As last seen. */
	severity,
	confidence: z.enum(["high", "low"]),
	location: finding.shape.location,
	cwe: z.nullable(z.int()),
	state: findingState,
	verdict: z.nullable(verdict),
	firstSeenAt: z.iso.datetime(),
	lastSeenAt: z.iso.datetime(),
	/** When it was seen again after it was fixed; null if never. */
	reopenedAt: z.nullable(z.iso.datetime()),
	fixedAt: z.nullable(z.iso.datetime()),
	/** The scan that saw it last. It may have been deleted since. */
	scanId,
	/** Label of the asset it was found on; empty if it has none. */
	client: z.string(),
});
export type TrackedFinding = z.infer<typeof trackedFinding>;

/** One page of `GET findings/`: worst first, then last seen first. */
export const findingPage = z.object({
	findings: z.array(trackedFinding),
	next: z.nullable(z.string()),
	total: z.int(),
	/** How many there are in each state, with the same filter except `state`. */
	states: z.object({ open: z.int(), fixed: z.int(), "false-positive": z.int(), accepted: z.int() }),
});
export type FindingPage = z.infer<typeof findingPage>;

/** How many places of each problem a list of problems includes. Read the rest from `GET findings/`. */
export const PLACES_SHOWN = 10;

/**
 * The same finding in many places: same rule, title and severity. `GET findings/` filtered by these three lists the places.
 */
export const trackedProblem = z.object({
	rule: z.string(),
	title: z.string(),
	severity,
	/** How many of its findings match the filter. */
	findings: z.int(),
	/** On how many hosts they were seen. */
	hosts: z.int(),
	/** When any of them was last seen. */
	lastSeenAt: z.iso.datetime(),
	/** The places last seen, newest first, at most PLACES_SHOWN. */
	places: z.array(trackedFinding),
});
export type TrackedProblem = z.infer<typeof trackedProblem>;

/** One page of `GET findings/problems/`: what to do first, then by title, so that new scans do not move a problem in the list. */
export const problemPage = z.object({
	problems: z.array(trackedProblem),
	next: z.nullable(z.string()),
	/** How many problems there are. */
	total: z.int(),
	/** How many findings they have in all. */
	findings: z.int(),
	/** Counts of findings, as in `GET findings/`. */
	states: findingPage.shape.states,
});
export type ProblemPage = z.infer<typeof problemPage>;

/** Filter of `GET findings/`, its groups, its export and the screen's address. Lists are comma-separated. */
export const findingFilter = z.object({
	state: z.optional(
		z
			.string()
			.check(
				atMost(200, "This is not a list of states."),
				z.regex(
					/^(open|fixed|false-positive|accepted)(,(open|fixed|false-positive|accepted))*$/,
					`Each state is one of ${FINDING_STATES.join(", ")}.`,
				),
			),
	),
	severity: z.optional(
		z
			.string()
			.check(
				atMost(200, "This is not a list of severities."),
				z.regex(
					/^(high|medium|low|none)(,(high|medium|low|none))*$/,
					`Each severity is one of ${SEVERITIES.join(", ")}.`,
				),
			),
	),
	engine: z.optional(
		z
			.string()
			.check(
				atMost(200, "This is not a list of engines."),
				z.regex(/^[a-z]+(,[a-z]+)*$/, "This is not a list of engines."),
			),
	),
	/** Exactly this host: where the finding was seen, or the host of the scan that saw it. */
	host: z.optional(z.string().check(z.trim(), atMost(255, "That host is too long."))),
	/** Exactly this label. */
	client: z.optional(z.string().check(z.trim(), atMost(100, "That label is too long."))),
	/** Exactly this rule and exactly this title: with a severity, the places of one problem. */
	rule: z.optional(z.string().check(atMost(200, "That rule is too long."))),
	title: z.optional(z.string().check(atMost(600, "That title is too long."))),
	/** Of this class: findings that count against the controls whose tests look for it. */
	class: z.optional(classId),
	/** Part of title, rule, host or parameter, without regard to case. */
	q: z.optional(z.string().check(z.trim(), atMost(200, "That is too long to search for."))),
});
export type FindingFilter = z.infer<typeof findingFilter>;

/** One scan that checked for a finding. */
const sighting = z.object({
	scanId,
	kind: scanKind,
	at: z.iso.datetime(),
	/** False if it checked with full coverage and did not see the finding. */
	seen: z.boolean(),
	severity: z.nullable(severity),
});

/** `GET findings/{fingerprint}/`. */
export const findingDetail = z.object({
	tracked: trackedFinding,
	/** As last seen, with its evidence. */
	finding,
	/** Newest first, at most 50. */
	sightings: z.array(sighting),
	/** All verdicts, newest first, at most 50. */
	verdicts: z.array(verdict),
	/** The newest retest, with the state before and after it (null while it runs). */
	retest: z.nullable(
		z.object({
			scanId,
			askedAt: z.iso.datetime(),
			status: z.enum(["pending", "running", "completed", "failed"]),
			before: z.object({ state: findingState, severity }),
			after: z.nullable(z.object({ state: findingState, severity: z.nullable(severity) })),
		}),
	),
});
export type FindingDetail = z.infer<typeof findingDetail>;

/** `GET findings/overview/`: the overview's numbers on findings. */
export const findingOverview = z.object({
	open: severityCounts,
	states: findingPage.shape.states,
	/** Open findings at the end of each of the last 30 days (UTC), oldest first. */
	trend: z.array(z.object({ day: z.iso.date(), open: severityCounts })),
	/**
	 * The worst open problems, those in the most places first, at most 3, grouped as in `GET findings/problems/`. Informational
	 * ones are left out.
	 */
	problems: z.array(
		z.object({
			/** The list of problems groups by this, title and severity. */
			rule: z.string(),
			title: z.string(),
			severity,
			/** How many of them are open. */
			places: z.int(),
			hosts: z.int(),
			/** One of them. */
			fingerprint,
		}),
	),
	/** New, reopened or more severe in the last 7 days and still open, worst first, at most 10. */
	worse: z.array(trackedFinding),
	/** Certificates, ends of life, ownership proofs and accepted risks by day: the last 20 that have expired, and the next 20 that will within 90 days. */
	expiring: z.array(
		z.object({
			what: z.enum(["certificate", "end-of-life", "ownership", "accepted-risk"]),
			host: z.string(),
			/** Such as the product and its version; empty if there is none. Untrusted text. */
			detail: z.string(),
			on: z.iso.date(),
		}),
	),
});
export type FindingOverview = z.infer<typeof findingOverview>;
