import type { Finding } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";

/** What one rule found on one page. `named`: the site names the page, so it is not where a walk ended. */
export type OnPage = { path: string; named: boolean; findings: readonly Finding[] };

/** Of what a further page shows, this much is quoted. */
const MOST_EVIDENCE = 3;
/** A site has few weaknesses of one kind that its own page does not have; more are only there to flood reports. */
const MOST_NEW = 100;

/**
 * Joins what one rule found on several pages: the same cause on ten pages is one finding that names them, at the place where it was first
 * seen. What was found where walks ended stays as it is, so a finding's fingerprint does not depend on which other pages were read. Pure.
 */
export function joinPages(pages: readonly OnPage[]): Finding[] {
	const findings: Finding[] = [];
	const first = new Map<string, { at: number; path: string }>();
	let fresh = 0;
	for (const { path, named, findings: found } of pages) {
		for (const finding of found) {
			const cause = causeOf(finding);
			const before = first.get(cause);
			const earlier = before && findings[before.at];
			if (named && before && earlier) findings[before.at] = withPage(earlier, before.path, finding, path);
			else if (!named || fresh++ < MOST_NEW) {
				if (!before) first.set(cause, { at: findings.length, path });
				findings.push(named ? { ...finding, pages: [path] } : finding);
			}
		}
	}
	return findings;
}

const causeOf = ({ rule, location: { host, port, parameter } }: Finding): string =>
	JSON.stringify([rule, host, port, parameter]);

/** The finding, seen on one more page. What was already seen on the way to that page adds nothing. */
function withPage(earlier: Finding, firstPath: string, later: Finding, path: string): Finding {
	const known = new Set(earlier.evidence.map(({ source, text }) => JSON.stringify([source, text])));
	const fresh = later.evidence.filter(({ source, text }) => !known.has(JSON.stringify([source, text])));
	const [one] = fresh;
	if (!one) return earlier;
	const left = fresh.length - MOST_EVIDENCE;
	const rest = left > 0 ? [{ source: one.source, text: `${left} more like this` }] : [];
	const { severity, title } = isWorse(later, earlier) ? later : earlier;
	return {
		...earlier,
		severity,
		title,
		confidence: earlier.confidence === "high" ? "high" : later.confidence,
		evidence: [...earlier.evidence, ...fresh.slice(0, MOST_EVIDENCE), ...rest],
		pages: [...new Set([...(earlier.pages ?? [firstPath]), path])],
	};
}

const isWorse = (one: Finding, other: Finding): boolean =>
	SEVERITIES.indexOf(one.severity) < SEVERITIES.indexOf(other.severity);
