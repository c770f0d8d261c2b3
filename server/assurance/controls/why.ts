import type { Standing } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";

/** The facts for the sentence about a standing. Days are `YYYY-MM-DD`. */
export type WhyFacts = {
	/** Open or accepted findings of its classes. */
	findings: number;
	/** Of those, rated high. */
	high: number;
	/** Of those, accepted as a risk. */
	accepted: number;
	failedTests: number;
	/** Hosts that its scan tests are about, and those of them that were looked at. */
	hosts: number;
	hostsLookedAt: number;
	/** Hosts with a scan that could see what a test looks for, found nothing, and has not expired. */
	hostsSeen: number;
	/** Hosts on which such a scan failed, but its findings are gone, and not just because someone said they were fixed. */
	hostsDismissed: number;
	/** Hosts on which such a scan failed, and its findings are fixed only because a person says so. */
	saidFixed: number;
	seenUntil: string | null;
	/** The first day on which one of the hosts’ looks ends. */
	allSeenUntil: string | null;
	/** Accepted pieces and passed runs by people that have not expired. */
	shown: number;
	/** Of those, the ones that only their authors reviewed. */
	reviewedByAuthor: number;
	shownUntil: string | null;
	/** Tests by people whose newest run waits for review. */
	waiting: number;
	/** Hosts that a person left out. */
	leftOut: number;
	/** Active tests. */
	tests: number;
};

/** A day that never comes, for things that do not expire. */
export const WITHOUT_END = "9999-12-31";

/** Why a control has its standing, in a sentence or two. */
export const whyOf = (standing: Standing, facts: WhyFacts): string => whyItStands(standing, facts) + ofLeftOut(facts);

function whyItStands(standing: Standing, facts: WhyFacts): string {
	switch (standing) {
		case "evidence-against":
			return [ofFindings(facts), ofFailedTests(facts)].filter((text) => text !== "").join(" ");
		case "none-seen":
			return `${ofScans(facts)} ${lasting(facts.allSeenUntil)}`;
		case "covered":
			return `${counted(facts.shown, "piece of evidence counts", "pieces of evidence count")} now${ofAuthors(facts)}. ${lasting(facts.shownUntil)}${facts.saidFixed === 0 ? "" : ` ${ofSaidFixed(facts)}`}`;
		case "stale": {
			const ended = [facts.seenUntil, facts.shownUntil].filter((day) => day !== null).toSorted();
			return `What was known expired on ${dayText(ended.at(-1) ?? "")}.${ofWaiting(facts)}`;
		}
		case "not-evaluated":
			if (facts.saidFixed > 0) return ofSaidFixed(facts) + ofWaiting(facts);
			if (facts.hostsLookedAt > 0) {
				return `${facts.hostsLookedAt} of ${counted(facts.hosts, "host")} looked at, and nothing found there.${ofWaiting(facts)}`;
			}
			return facts.tests === 0
				? "Nothing tests it, and there is no accepted evidence."
				: `${counted(facts.tests, "test has", "tests have")} no run that counts yet, and there is no accepted evidence.${ofWaiting(facts)}`;
	}
}

const ofAuthors = ({ shown, reviewedByAuthor }: WhyFacts): string => {
	if (reviewedByAuthor === 0) return "";
	if (reviewedByAuthor < shown)
		return `, ${reviewedByAuthor} of them reviewed by ${reviewedByAuthor === 1 ? "its author" : "their authors"}`;
	return shown === 1 ? ", reviewed by its author" : ", reviewed by their authors";
};

const newestFailed = (hosts: number): string =>
	`The newest complete ${hosts === 1 ? "scan" : "scans"} of ${counted(hosts, "host")} failed;`;

const ofScans = ({ hostsSeen, hostsDismissed }: WhyFacts): string =>
	[
		...(hostsSeen > 0 ? [`Scans of ${counted(hostsSeen, "host")} found nothing.`] : []),
		...(hostsDismissed > 0
			? [
					`${newestFailed(hostsDismissed)} what ${hostsDismissed === 1 ? "it" : "they"} found has since been dismissed or gone.`,
				]
			: []),
	].join(" ");

const ofSaidFixed = ({ saidFixed }: WhyFacts): string =>
	`${newestFailed(saidFixed)} a person has since said that it is fixed, and no scan has confirmed it.`;

const ofWaiting = ({ waiting }: WhyFacts): string =>
	waiting === 0 ? "" : ` ${counted(waiting, "run waits", "runs wait")} for ${waiting === 1 ? "its" : "their"} review.`;

const ofLeftOut = ({ leftOut }: WhyFacts): string =>
	leftOut === 0 ? "" : ` ${counted(leftOut, "host is", "hosts are")} left out of it.`;

function ofFindings({ findings, high, accepted }: WhyFacts): string {
	if (findings === 0) return "";
	const parts = [...(high > 0 ? [`${high} high`] : []), ...(accepted > 0 ? [`${accepted} accepted as a risk`] : [])];
	return `${counted(findings, "finding")} against it${parts.length > 0 ? ` (${parts.join(", ")})` : ""}.`;
}

const ofFailedTests = ({ failedTests }: WhyFacts): string =>
	failedTests === 0 ? "" : `${counted(failedTests, "test by a person", "tests by people")} failed.`;

const lasting = (until: string | null): string =>
	until === null || until === WITHOUT_END ? "No end date." : `Valid until ${dayText(until)}.`;
