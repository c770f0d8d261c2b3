import * as z from "zod/mini";

/** What follows for a control from what is known, the strongest first. Never "compliant": evidence speaks for its time and its part only. */
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

/** All that a control's standing follows from. */
export type StandingFacts = {
	/** Findings, open or accepted as a risk, of classes that its scan tests look for. A false positive is no evidence against anything. */
	findings: number;
	/** Tests by people of which the newest run that counts failed: a failed one does at once, a passed one once its evidence is accepted. */
	failedTests: number;
	/** Hosts on which the newest complete run of a scan test failed, and what it found is fixed only by the word of a person. */
	saidFixed: number;
	/** Hosts that its scan tests are about. */
	hosts: number;
	/** Of those, hosts on which the newest complete run of each of these tests still counts. */
	hostsLookedAt: number;
	/** Last day of the newest complete run of a scan test: one that could see what it looks for. Null: there was none. */
	seenUntil: string | null;
	/** Last day of what people showed: accepted evidence, and of each test by people the newest run that counts. Null: there is none. */
	shownUntil: string | null;
};

/**
 * The standing on a day (UTC). What ended the day before is stale; a later end covers an earlier one. Nothing was seen only where each
 * host was looked at: a host without a look keeps a control from it. A scan that failed has not seen nothing: where only a person says
 * that it is fixed, that waits for the next one. Pure.
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

/** The standing of what several controls serve, such as a requirement: the strongest of theirs. */
export const strongest = (standings: readonly Standing[]): Standing =>
	STANDINGS.find((each) => standings.includes(each)) ?? "not-evaluated";

/** How many have each standing. */
export const standingCounts = z.object({
	"evidence-against": z.int(),
	stale: z.int(),
	"none-seen": z.int(),
	covered: z.int(),
	"not-evaluated": z.int(),
});
export type StandingCounts = z.infer<typeof standingCounts>;
