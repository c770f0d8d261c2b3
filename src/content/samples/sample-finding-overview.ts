import { byUrgency } from "#contract/findings/urgency.ts";
import { FINDING_STATES, type FindingOverview, type FindingState } from "#contract/findings/vulnerabilities.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import { sampleFindings } from "./sample-findings.ts";
import { SAMPLE_NOW } from "./sample-now.ts";

const DAY = 24 * 60 * 60_000;
const DAYS = 30;
const PROBLEMS = 3;

/** What was open at the end of a day, `ago` days before now. */
function openAt(ago: number): { day: string; open: SeverityCounts } {
	const day = new Date(SAMPLE_NOW - ago * DAY).toISOString().slice(0, 10);
	const open = { high: 0, medium: 0, low: 0, none: 0 };
	for (const { severity, firstSeenAt, fixedAt, verdict } of sampleFindings) {
		const isBy = (time: string | undefined | null) => time != null && time.slice(0, 10) <= day;
		if (isBy(firstSeenAt) && !isBy(fixedAt) && !isBy(verdict?.saidAt)) open[severity] += 1;
	}
	return { day, open };
}

const trend = Array.from({ length: DAYS }, (_, index) => openAt(DAYS - 1 - index));
const open = sampleFindings.filter(({ state }) => state === "open");
const count = (state: FindingState) => sampleFindings.filter((finding) => finding.state === state).length;
const WORSE = ["wapiti-sql-injection", "tls-old-version"];

/** As the server lists them. */
const problems = [...Map.groupBy(open, ({ rule, title, severity }) => JSON.stringify([rule, title, severity])).values()]
	.flatMap((places) => {
		const [first] = places;
		if (!first || first.severity === "none") return [];
		const hosts = new Set(places.map(({ location }) => location.host)).size;
		const { rule, title, severity, fingerprint } = first;
		return [{ rule, title, severity, places: places.length, hosts, fingerprint }];
	})
	.toSorted(byUrgency)
	.slice(0, PROBLEMS);

/** Built from the sample findings, so the screens agree. */
export const sampleFindingOverview: FindingOverview = {
	open: openAt(0).open,
	states: Object.fromEntries(FINDING_STATES.map((state) => [state, count(state)])) as FindingOverview["states"],
	trend,
	problems,
	worse: open.filter(({ rule }) => WORSE.includes(rule)),
	expiring: [
		{ what: "end-of-life", host: "203.0.113.24", detail: "PHP 8.1", on: "2025-12-31" },
		{ what: "certificate", host: "mail.example.com", detail: "", on: "2026-06-03" },
		{ what: "ownership", host: "portal.example.com", detail: "", on: "2026-06-20" },
	],
};
