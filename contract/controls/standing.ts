import * as z from "zod/mini";

/** What the known facts mean for a control, strongest first. Never "compliant": evidence covers only its own period and part. */
export const STANDINGS = ["evidence-against", "stale", "none-seen", "covered", "not-evaluated"] as const;
export const standing = z.enum(STANDINGS, `A standing is one of ${STANDINGS.join(", ")}.`);
export type Standing = z.infer<typeof standing>;

export const STANDING_LABELS: Readonly<Record<Standing, string>> = {
	"evidence-against": "Evidence against",
	stale: "Stale",
	"none-seen": "None seen",
	covered: "Covered by evidence",
	"not-evaluated": "Not evaluated",
};

/** Everything that decides a control's standing. */
export type StandingFacts = {
	/** Findings, open or accepted as a risk, of classes that its scan tests look for. A false positive is not evidence against anything. */
	findings: number;
	/** Tests by people whose newest valid run failed. A failed run counts at once, a passed one once its evidence is accepted. */
	failedTests: number;
	/** Hosts where the newest complete run of a scan test failed, and only a person says that its findings are fixed. */
	saidFixed: number;
	/** Hosts that its scan tests are about. */
	hosts: number;
	/** Of those, hosts on which the newest complete run of each of these tests still counts. */
	hostsLookedAt: number;
	/** Last day of the newest complete scan test run, one that could detect what it looks for. Null: there was none. */
	seenUntil: string | null;
	/** Last day of what people submitted: accepted evidence, and the newest valid run of each test by people. Null: there is none. */
	shownUntil: string | null;
};

/**
 * The standing on a day (UTC). What expired the day before is stale; a later last day covers an earlier one. “None seen” needs a look at
 * every host: one host without a look rules it out. A failed run did see something: if only a person says that it is fixed, that waits
 * for the next run. Pure.
 */
export function standingOf(facts: StandingFacts, today: string): Standing {
	const { findings, failedTests, saidFixed, hosts, hostsLookedAt, seenUntil, shownUntil } = facts;
	if (findings > 0 || failedTests > 0) return "evidence-against";
	const isSeen = hosts > 0 && hostsLookedAt === hosts;
	const isShown = shownUntil !== null && shownUntil >= today;
	if (isSeen && saidFixed === 0) return "none-seen";
	if (isShown) return "covered";
	const isSomething = hostsLookedAt > 0 || (seenUntil !== null && seenUntil >= today);
	return isSomething || (seenUntil === null && shownUntil === null) ? "not-evaluated" : "stale";
}

/** What follows for a requirement: as for a control, and “partly” where some of its controls show something and others nothing yet. */
export const REQUIREMENT_STANDINGS = [
	"evidence-against",
	"stale",
	"partly",
	"none-seen",
	"covered",
	"not-evaluated",
] as const;
export const requirementStanding = z.enum(
	REQUIREMENT_STANDINGS,
	`A requirement's standing is one of ${REQUIREMENT_STANDINGS.join(", ")}.`,
);
export type RequirementStanding = z.infer<typeof requirementStanding>;

export const REQUIREMENT_STANDING_LABELS: Readonly<Record<RequirementStanding, string>> = {
	...STANDING_LABELS,
	partly: "Partly",
};

/**
 * A mark for each on a grid of 12 units, as a line in ink: no severity has one, so what is known is not mistaken for how bad it is. A line
 * off the plumb line is evidence against; a bob at rest means no evidence.
 */
export const STANDING_SHAPES: Readonly<Record<RequirementStanding, string>> = {
	"evidence-against": "M6 1v10M6 1l4.5 9.5",
	stale: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1",
	partly: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 1.5v9",
	"none-seen": "M6 .5V6M3.5 6h5L6 11.5z",
	covered: "m1.5 6.5 3 3 6-7",
	"not-evaluated": "M1.5 6h2M5 6h2M8.5 6h2",
};

const SHOWS = new Set<Standing>(["none-seen", "covered"]);

/** How many of several controls show something now: nothing seen by scans that looked, or covered by evidence. */
export const shownOf = (controls: readonly Standing[]): number => controls.filter((each) => SHOWS.has(each)).length;

/**
 * The standing of a requirement with several controls. Evidence against one control is evidence against the requirement, and one stale
 * control makes it stale. “None seen” and “covered” need every control: one covered control of five is only partly. Pure.
 */
export function standingOfControls(controls: readonly Standing[]): RequirementStanding {
	const strongest = STANDINGS.find((each) => controls.includes(each)) ?? "not-evaluated";
	const shown = shownOf(controls);
	return SHOWS.has(strongest) && shown < controls.length ? "partly" : strongest;
}

/** How many have each standing. */
export const standingCounts = z.object({
	"evidence-against": z.int(),
	stale: z.int(),
	"none-seen": z.int(),
	covered: z.int(),
	"not-evaluated": z.int(),
});
export type StandingCounts = z.infer<typeof standingCounts>;

/** The same of requirements. */
export const requirementStandingCounts = z.extend(standingCounts, { partly: z.int() });
export type RequirementStandingCounts = z.infer<typeof requirementStandingCounts>;
