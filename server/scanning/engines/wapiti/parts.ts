import type { ScanPart } from "#contract/findings/findings.ts";
import { lostMany } from "../shared/proxy/lost-many.ts";
import type { ProxyCounts } from "../shared/proxy/proxy.ts";

const CRAWL = { part: "crawl", label: "Pages and forms" };
const ATTACKS = { part: "attacks", label: "Faults of the application" };

/** What was checked completely, according to what Wapiti says about its limits and errors; its exit code does not show them. Pure. */
export function partsOf(said: string, { cut, counts }: { cut: boolean; counts: ProxyCounts }): ScanPart[] {
	const skipped = [...said.matchAll(/^(\d{1,9}) requests were skipped due to network issues/gm)].reduce(
		(sum, [, count]) => sum + Number(count),
		0,
	);
	// In a tunnel only Wapiti sees which requests got no answer; without one, only the proxy does.
	const unanswered = Math.max(skipped, counts.unanswered);
	const attacks = [
		/Max attack time was reached|Attack process was interrupted/i.test(said) &&
			"Wapiti's time was over before it had tried everything; what it found until then is here.",
		lostMany({ ...counts, unanswered }) && `${unanswered} of its requests got no answer.`,
		/^Traceback \(most recent call last\)/m.test(said) && "Wapiti had errors of its own and left something out.",
		cut && "Its report holds more than we keep, or parts that we do not know.",
	].filter((reason) => reason !== false);
	return [
		/Max scan time was reached/i.test(said)
			? {
					...CRAWL,
					status: "not-evaluated",
					reason: "Wapiti's time for looking for pages was over before it had followed every link.",
				}
			: { ...CRAWL, status: "evaluated" },
		attacks.length > 0
			? { ...ATTACKS, status: "not-evaluated", reason: attacks.join(" ") }
			: { ...ATTACKS, status: "evaluated" },
	];
}
