import { KINDS, SCAN_KINDS, type ScanEntry, scanEntry } from "#contract/kinds/kinds.ts";
import { API_PATHS } from "#contract/routes.ts";

/** What can wait in an outbox. */
export type EntryKind = SealableKind | keyof typeof OTHER_PATHS;

/** What can be sealed: an account's requests in a workspace. They are sealed to the workspace's key. */
export type SealableKind = ScanEntry | keyof typeof WORK_PATHS;

const WORK_PATHS = {
	verdicts: API_PATHS.verdicts,
	report: API_PATHS.reports,
	evidence: API_PATHS.evidence,
	"evidence-link": API_PATHS.evidenceLinks,
	"evidence-decision": API_PATHS.evidenceDecisions,
	decision: API_PATHS.decisions,
	"control-change": API_PATHS.controlChanges,
	"test-run": API_PATHS.controlRuns,
	task: API_PATHS.tasks,
	"task-change": API_PATHS.taskChanges,
	assessment: API_PATHS.assessments,
	answer: API_PATHS.assessmentAnswers,
	"assessment-state": API_PATHS.assessmentStates,
	"sign-off": API_PATHS.signOffs,
	"questionnaire-answer": API_PATHS.questionnaireAnswers,
	"library-answer": API_PATHS.libraryAnswers,
};

const OTHER_PATHS = {
	/** Any request that can be sealed. Its body is a `sealedRequest` (contract/requests/sealing.ts). */
	sealed: API_PATHS.sealed,
	/** From a person who answers through a link. Their device has no workspace's key. */
	"respond-answer": API_PATHS.respondAnswers,
	"respond-part": API_PATHS.respondParts,
	consents: API_PATHS.consents,
	newsletter: API_PATHS.newsletter,
	waitlist: API_PATHS.waitlist,
	contact: API_PATHS.contact,
	demo: API_PATHS.demo,
};

/** Where an outbox entry of each kind goes as a single request, below API_BASE. */
export const ENTRY_PATHS: Readonly<Record<EntryKind, string>> = {
	...(Object.fromEntries(SCAN_KINDS.map((kind) => [scanEntry(kind), KINDS[kind].path])) as Record<ScanEntry, string>),
	...WORK_PATHS,
	...OTHER_PATHS,
};

export const isEntryKind = (kind: string): kind is EntryKind => Object.hasOwn(ENTRY_PATHS, kind);

export const isSealable = (kind: string): kind is SealableKind =>
	isEntryKind(kind) && !Object.hasOwn(OTHER_PATHS, kind);
