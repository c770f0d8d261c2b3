import * as z from "zod/mini";
import { controlId } from "#contract/controls/controls.ts";
import { testId } from "#contract/controls/tests.ts";
import type { severity } from "#contract/findings/severity.ts";
import type { fingerprint } from "#contract/findings/vulnerabilities.ts";
import { frameworkId } from "./pack.ts";

/** Two days (UTC), both included. */
export const window = z
	.object({
		from: z.iso.date("Please give the first day as YYYY-MM-DD."),
		to: z.iso.date("Please give the last day as YYYY-MM-DD."),
	})
	.check(z.refine(({ from, to }) => from <= to, "The first day is after the last."));
export type Window = z.infer<typeof window>;

/** The state of a finding at the end of the window. */
export const FINDING_OUTCOMES = [
	"fixed-in-time",
	"fixed-late",
	"open",
	"overdue",
	"accepted",
	"false-positive",
] as const;
const findingOutcome = z.enum(FINDING_OUTCOMES);
export type FindingOutcome = z.infer<typeof findingOutcome>;

const outcomes = z.object({
	"fixed-in-time": z.int(),
	"fixed-late": z.int(),
	/** Not fixed, and not yet due. */
	open: z.int(),
	/** Not fixed, and past its due date. */
	overdue: z.int(),
	accepted: z.int(),
	"false-positive": z.int(),
});
export type OutcomeCounts = z.infer<typeof outcomes>;

const gap = z.object({ from: z.iso.date(), to: z.iso.date() });

/** A test in the window. */
const testInWindow = z.object({
	testId,
	title: z.string(),
	kind: z.enum(["scan", "checklist", "document", "attestation"]),
	everyDays: z.int(),
	/** How often it was due, by its cadence, since the window started or the test was added. */
	due: z.int(),
	/** In how many of these periods it ran with a result, on any host. */
	ran: z.int(),
	/** Runs in the window, by result. A person's passed run is incomplete until its evidence is accepted. */
	passed: z.int(),
	failed: z.int(),
	incomplete: z.int(),
	/** Periods without a run with a result, adjacent ones merged, oldest first. */
	gaps: z.array(gap),
	/**
	 * For a scan test: hosts now in its scope, how many had a run with a result in the window, and how many of those lack one in a
	 * period that was due. Null for the others.
	 */
	hosts: z.nullable(z.object({ all: z.int(), looked: z.int(), withGaps: z.int() })),
});
export type TestInWindow = z.infer<typeof testInWindow>;

const controlInWindow = z.object({
	controlId,
	code: z.string(),
	title: z.string(),
	/** The framework's requirements that it serves. */
	requirements: z.array(z.string()),
	tests: z.array(testInWindow),
	/** Findings that existed in the window, of classes that its scan tests look for. */
	population: outcomes,
	/** What an auditor has to know, in whole sentences: gaps, hosts never scanned, a window that starts before the first scan. */
	remarks: z.array(z.string()),
});
export type ControlInWindow = z.infer<typeof controlInWindow>;

/** `GET frameworks/{frameworkId}/effectiveness/`: how the controls operated over a window. */
export const effectiveness = z.object({
	framework: frameworkId,
	from: z.iso.date(),
	to: z.iso.date(),
	/** When the first scan of the client ended; null if there was none. */
	firstScanAt: z.nullable(z.iso.datetime()),
	controls: z.array(controlInWindow),
	/** Each finding once, however many controls it counts against. */
	population: outcomes,
	/** Controls without any test, by code: reported as gaps. */
	untested: z.array(z.object({ controlId, code: z.string(), title: z.string() })),
});
export type Effectiveness = z.infer<typeof effectiveness>;

/** One row of the population as CSV. */
export type PopulationRow = {
	fingerprint: z.infer<typeof fingerprint>;
	title: string;
	rule: string;
	host: string;
	severity: z.infer<typeof severity>;
	controls: string;
	firstSeen: string;
	due: string;
	fixed: string;
	outcome: FindingOutcome;
	/** For an accepted risk or a false positive. */
	reason: string;
};

/** `GET frameworks/{frameworkId}/effectiveness/{format}/`: the report, or its population. */
const EFFECTIVENESS_FORMATS = ["pdf", "csv"] as const;
export const effectivenessFormat = z.enum(
	EFFECTIVENESS_FORMATS,
	`The format is one of ${EFFECTIVENESS_FORMATS.join(", ")}.`,
);

/** `GET frameworks/{frameworkId}/oscal/{model}/`, by OSCAL 1.2. */
export const OSCAL_MODELS = ["assessment-results", "plan-of-action-and-milestones", "component-definition"] as const;
export const oscalModel = z.enum(OSCAL_MODELS, `The model is one of ${OSCAL_MODELS.join(", ")}.`);
export type OscalModel = z.infer<typeof oscalModel>;
