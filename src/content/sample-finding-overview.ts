import { FINDING_STATES, type FindingOverview, type FindingState } from "#contract/vulnerabilities.ts";
import { sampleFindings } from "./sample-findings.ts";
import { countScans } from "./sample-overview.ts";
import { SAMPLE_NOW, sampleScans } from "./samples.ts";

const DAY = 24 * 60 * 60_000;
const DAYS = 30;

/** What had been found by the end of a day, `ago` days before now. */
function openAt(ago: number) {
	const day = new Date(SAMPLE_NOW - ago * DAY).toISOString().slice(0, 10);
	const { findings } = countScans(
		sampleScans.filter(({ finishedAt }) => finishedAt !== null && finishedAt.slice(0, 10) <= day),
	);
	return { day, open: findings };
}

const trend = Array.from({ length: DAYS }, (_, index) => openAt(DAYS - 1 - index));
const count = (state: FindingState) => sampleFindings.filter((finding) => finding.state === state).length;
const WORSE = ["wapiti-sql-injection", "tls-old-version"];

/** Made from the sample scans and findings, so that the screens agree. */
export const sampleFindingOverview: FindingOverview = {
	open: openAt(0).open,
	states: Object.fromEntries(FINDING_STATES.map((state) => [state, count(state)])) as FindingOverview["states"],
	trend,
	worse: sampleFindings.filter(({ rule }) => WORSE.includes(rule)),
	expiring: [
		{ what: "end-of-life", host: "203.0.113.24", detail: "PHP 8.1", on: "2025-12-31" },
		{ what: "certificate", host: "mail.example.com", detail: "", on: "2026-06-03" },
		{ what: "ownership", host: "portal.example.com", detail: "", on: "2026-06-20" },
	],
};
