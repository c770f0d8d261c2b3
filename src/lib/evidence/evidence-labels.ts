import type { EvidenceSummary } from "#contract/evidence/evidence.ts";
import {
	type EvidenceDecision,
	type EvidenceKind,
	type EvidenceState,
	EXPIRING_DAYS,
	type Freshness,
} from "#contract/evidence/state.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { daysUntil } from "#src/lib/days/due-days.ts";

export const EVIDENCE_STATE_LABELS: Readonly<Record<EvidenceState, string>> = {
	draft: "Draft",
	submitted: "In review",
	accepted: "Accepted",
	returned: "Returned",
	withdrawn: "Withdrawn",
	superseded: "Replaced",
};

/** The button labels for decisions about evidence. */
export const EVIDENCE_DECISION_LABELS: Readonly<Record<EvidenceDecision, string>> = {
	submitted: "Submit for review",
	accepted: "Accept",
	returned: "Return…",
	withdrawn: "Withdraw…",
};

export const EVIDENCE_KIND_LABELS: Readonly<Record<EvidenceKind, string>> = {
	photo: "Photo",
	file: "File",
	note: "Note",
	link: "Link",
	report: "Report",
	scan: "Scan record",
	"test-run": "Test run",
	assessment: "Assessment",
};

export const FRESHNESS_LABELS: Readonly<Record<Freshness, string>> = {
	current: "Current",
	expiring: `Expires within ${EXPIRING_DAYS} days`,
	expired: "Expired",
};

/** How fresh it is at `now` (milliseconds). Without an expiry date it is current. */
export function freshnessOf({ expiresOn }: Pick<EvidenceSummary, "expiresOn">, now: number): Freshness {
	if (expiresOn === null) return "current";
	const days = daysUntil(expiresOn, now);
	return days < 0 ? "expired" : days <= EXPIRING_DAYS ? "expiring" : "current";
}

/** `Expired 3 Nov 2026`, `Good until 3 Dec 2026`; empty without an expiry date. */
export function lastDayText(evidence: Pick<EvidenceSummary, "expiresOn">, now: number): string {
	const { expiresOn } = evidence;
	if (expiresOn === null) return "";
	return `${freshnessOf(evidence, now) === "expired" ? "Expired" : "Good until"} ${dayText(expiresOn)}`;
}

/** What it contains: the number of files, or its kind. */
export const holdsText = ({ kind, files }: Pick<EvidenceSummary, "kind" | "files">): string =>
	files.length > 0 ? counted(files.length, "file") : EVIDENCE_KIND_LABELS[kind];

/** The days of a piece of evidence that a person can set, in the order of their fields. */
export const EVIDENCE_DAYS = ["effectiveFrom", "effectiveTo", "expiresOn"] as const;
export type EvidenceDay = (typeof EVIDENCE_DAYS)[number];
export const EVIDENCE_DAY_LABELS: Readonly<Record<EvidenceDay, string>> = {
	effectiveFrom: "Period from",
	effectiveTo: "Period to",
	expiresOn: "Expires on",
};
