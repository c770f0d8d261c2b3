import { KINDS, SCAN_KINDS, type ScanEntry, scanEntry } from "./kinds/kinds.ts";
import { API_PATHS } from "./routes.ts";

/** What can wait in an outbox. */
export type EntryKind = ScanEntry | keyof typeof OTHER_PATHS;

const OTHER_PATHS = {
	verdicts: API_PATHS.verdicts,
	report: API_PATHS.reports,
	evidence: API_PATHS.evidence,
	"evidence-link": API_PATHS.evidenceLinks,
	consents: API_PATHS.consents,
	newsletter: API_PATHS.newsletter,
	waitlist: API_PATHS.waitlist,
	contact: API_PATHS.contact,
	demo: API_PATHS.demo,
};

/** Where an outbox entry of each kind goes as a request of its own, below API_BASE. */
export const ENTRY_PATHS: Readonly<Record<EntryKind, string>> = {
	...(Object.fromEntries(SCAN_KINDS.map((kind) => [scanEntry(kind), KINDS[kind].path])) as Record<ScanEntry, string>),
	...OTHER_PATHS,
};
