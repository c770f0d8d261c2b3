import * as z from "zod/mini";
import { answer } from "#contract/assessments/answers.ts";
import { proposalList, signOffRequest } from "#contract/assessments/assessments.ts";
import { assessmentState } from "#contract/assessments/state.ts";
import { questionId, template } from "#contract/assessments/template.ts";
import { atMost } from "#contract/at-most.ts";
import { controlKind } from "#contract/controls/catalog.ts";
import { controlState, LEFT_OUT_LIMIT } from "#contract/controls/controls.ts";
import { ANSWERS, runResult, testSpec } from "#contract/controls/tests.ts";
import { CUSTODY_ACTS, evidenceSource, NOTE_LIMIT, subject, TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { FILES_LIMIT, fileName, mediaType, sha256 } from "#contract/evidence/files.ts";
import { place } from "#contract/evidence/place.ts";
import { evidenceKind, evidenceState } from "#contract/evidence/state.ts";
import { finding, scanFact, scanReport, sentItem } from "#contract/findings/findings.ts";
import { severity } from "#contract/findings/severity.ts";
import { findingState } from "#contract/findings/vulnerabilities.ts";
import { decisionState, REASONS } from "#contract/frameworks/frameworks.ts";
import { ownFrameworkInFile } from "#contract/frameworks/own-frameworks.ts";
import { requirementId } from "#contract/frameworks/pack.ts";
import { givenTime } from "#contract/given-time.ts";
import { reportDetail, reportFormat, reportRequest } from "#contract/reports/reports.ts";
import { coverage, scanFailure, scanKind, severityCounts, timelineItem } from "#contract/scans/scans.ts";
import { scheduleRequest, scheduleStatus } from "#contract/scans/schedules.ts";
import { taskState } from "#contract/tasks/tasks.ts";
import { answerWordInFile, libraryAnswerInFile, questionnaireInFile } from "./client-file-questionnaires.ts";
import { client, clientCode, clientCreation } from "./workspaces.ts";

/** The file in which a client is handed over: a .zip with a manifest, data as JSON, files, and a page that opens offline. */
export const CLIENT_FILE = { format: "plumbline-client", version: 1, mediaType: "application/zip" } as const;

const short = z.string().check(atMost(500, "A text is too long."));
const host = z.string().check(z.minLength(1), atMost(253, "A host’s name is too long."), z.lowercase());
/** A framework that this version may not know: decisions about it stay, whatever packs there are. */
const frameworkKey = z.string().check(z.minLength(1), atMost(30, "A framework is too long."));
const time = givenTime;
const id = z.uuid();
const path = z.string().check(z.regex(/^(?:data|files)\/(?:[\w-]+\/){0,2}[\w-][\w.-]{0,120}$|^index\.html$/));

/** `manifest.json`: what the file is, and each other file in it. */
export const clientManifest = z.object({
	format: z.literal(CLIENT_FILE.format),
	version: z.int(),
	exportedAt: time,
	/** The workspace it was exported from. Untrusted text, like everything in the file. */
	workspace: z.object({ name: short }),
	client: z.object({ name: short }),
	/** `sha256` in hex. */
	files: z.array(z.object({ path, bytes: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
});
export type ClientManifest = z.infer<typeof clientManifest>;

/** `data/client.json`. */
export const clientInFile = z.object({
	name: clientCreation.shape.name,
	code: clientCode,
	color: client.shape.color,
	country: z.string().check(z.regex(/^(?:[A-Z]{2})?$/)),
	sector: short,
	contact: short,
	archivedAt: z.nullable(time),
});

/**
 * `data/hosts.json`: a list. Proofs of ownership are not included: they belong to the workspace, and the new one proves ownership
 * again.
 */
const hostInFile = z.object({
	host,
	removedAt: z.nullable(time),
	facts: z.array(z.object({ ...scanFact.shape, scope: z.string(), seenAt: time })),
});

/** `data/days.json`: a list of how many findings were open at the end of each day. */
const dayInFile = z.object({ day: z.iso.date(), ...severityCounts.shape });

/** `data/scans-….json`: lists of scans that have ended. The address that a report was mailed to is not included. */
const scanInFile = z.object({
	id,
	kind: scanKind,
	target: z.string().check(atMost(2_048, "A target is too long.")),
	request: z.record(z.string(), z.string()),
	note: short,
	status: z.enum(["completed", "failed"]),
	acceptedAt: time,
	startedAt: z.nullable(time),
	finishedAt: time,
	coverage: z.nullable(coverage),
	failure: z.nullable(scanFailure),
	report: z.nullable(scanReport),
	sent: z.array(sentItem),
	timeline: z.array(timelineItem),
	raw: z.array(z.object({ name: short, mediaType: short, createdAt: time, file: path })),
});

/** `data/findings-….json`: lists of findings with their history. */
const findingInFile = z.object({
	finding,
	/** The host whose scan saw it. */
	asset: host,
	scope: z.string(),
	scanId: id,
	firstSeenAt: time,
	lastSeenAt: time,
	seenFrom: time,
	missedFrom: z.nullable(time),
	fixedAt: z.nullable(time),
	reopenedAt: z.nullable(time),
	verdict: z.nullable(
		z.object({
			state: z.enum(["fixed", "false-positive", "accepted"]),
			reason: z.string(),
			until: z.nullable(z.iso.date()),
		}),
	),
	saidAt: z.nullable(time),
	changes: z.array(
		z.object({ at: time, what: z.enum(["new", "worse", "reopened", "fixed"]), severity, scanId: z.nullable(id) }),
	),
	sightings: z.array(
		z.object({ scanId: id, at: time, seen: z.boolean(), severity: z.nullable(severity), state: findingState }),
	),
	verdicts: z.array(
		z.object({ state: findingState, reason: z.string(), until: z.nullable(z.iso.date()), saidAt: time }),
	),
	retests: z.array(z.object({ scanId: id, askedAt: time, state: findingState, severity })),
});

/** `data/schedules.json`: a list. Imported schedules are paused. */
const scheduleInFile = z.object({ ...scheduleRequest.shape, status: scheduleStatus, createdAt: time });

/** `data/reports.json`: a list of reports about this client only. Links that share them are not included. */
const reportInFile = z.object({
	id,
	template: reportRequest.shape.template,
	name: short,
	createdBy: short,
	request: reportRequest,
	acceptedAt: time,
	status: z.enum(["completed", "failed"]),
	failure: z.nullable(z.string()),
	sections: reportDetail.shape.sections,
	downloads: z.int(),
	files: z.array(z.object({ format: reportFormat, file: path })),
});

/** `data/evidence-….json`: lists of evidence with custody lists. */
const evidenceInFile = z.object({
	id: evidenceId,
	title: z.string().check(z.minLength(1), atMost(TITLE_LIMIT, "A title is too long.")),
	note: z.string().check(atMost(NOTE_LIMIT, "A note is too long.")),
	takenAt: time,
	receivedAt: time,
	/** A name. Accounts are not in the file. */
	takenBy: short,
	device: short,
	place: z.nullable(place),
	files: z
		.array(
			z.object({
				name: fileName,
				type: mediaType,
				bytes: z.int(),
				sha256,
				/** Null: it did not fit into this file. */
				file: z.nullable(path),
				/** Null: it has none. */
				thumbnail: z.nullable(path),
			}),
		)
		.check(z.maxLength(FILES_LIMIT)),
	about: z.array(subject),
	/** The fields below are missing in files from before evidence was reviewed. */
	kind: z.optional(z.nullable(evidenceKind)),
	method: z.optional(z.enum(["automatic", "by-hand"])),
	source: z.optional(z.nullable(evidenceSource)),
	effectiveFrom: z.optional(z.nullable(z.iso.date())),
	effectiveTo: z.optional(z.nullable(z.iso.date())),
	expiresOn: z.optional(z.nullable(z.iso.date())),
	state: z.optional(evidenceState),
	stateReason: z.optional(short),
	supersedes: z.optional(z.nullable(id)),
	/** Accepted, and only by its author. Follows from the custody list. */
	reviewedByAuthor: z.optional(z.boolean()),
	/** For answers: the codes in our catalog of the controls that they are evidence for. */
	shows: z.optional(z.nullable(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(500)))),
	/** As the text whose SHA-256 is `recordSha256`. */
	record: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
	recordSha256: z.optional(z.nullable(sha256)),
	/** Oldest first. `by` is the name at that time. */
	custody: z.array(z.object({ at: time, by: short, what: z.enum(CUSTODY_ACTS), about: z.nullable(subject) })),
});

/**
 * `data/frameworks.json`: a list of frameworks with choices and decisions. In all of these, people are just names; accounts are not
 * in the file.
 */
const frameworkInFile = z.object({
	framework: frameworkKey,
	/** If the workspace added it. Not in files of earlier versions. */
	own: z.optional(z.nullable(ownFrameworkInFile)),
	/** Null: never chosen, only decided about. */
	chosenAt: z.nullable(time),
	givenUpAt: z.nullable(time),
	decisions: z.array(
		z.object({
			requirementId,
			state: decisionState,
			justification: z.string().check(atMost(1_000, "A justification is too long.")),
			saidAt: time,
			saidBy: short,
			reviewedAt: z.nullable(time),
			/** Not in files of earlier versions. */
			reasons: z.optional(z.array(z.enum(REASONS))),
		}),
	),
	/** Not in files of earlier versions. */
	approvals: z.optional(
		z.array(
			z.object({
				version: z.int().check(z.positive()),
				approvedAt: time,
				approvedBy: short,
				note: z.string().check(atMost(500, "A note is too long.")),
				basis: z.record(
					requirementId,
					z.object({
						state: decisionState,
						reasons: z.array(z.enum(REASONS)),
						justification: z.string().check(atMost(1_000, "A justification is too long.")),
						controls: z.array(z.string().check(atMost(20, "A code is too long."))),
					}),
				),
			}),
		),
	),
});

const longText = z.string().check(atMost(2_000, "A text is too long."));
const said = z.record(z.string().check(atMost(30, "A field is too long.")), time);

/** `data/controls-….json`: lists of controls with their links and tests, but without owners. */
const controlInFile = z.object({
	id,
	code: z.string().check(z.minLength(1), atMost(20, "A code is too long.")),
	title: short,
	objective: longText,
	kind: controlKind,
	state: controlState,
	reason: longText,
	catalogCode: z.nullable(z.string().check(atMost(20, "A code is too long."))),
	said,
	/** Hosts that do not count for it, or that count again (`reason` null). Not in files of earlier versions. */
	leftOut: z.optional(
		z
			.array(z.object({ host, reason: z.nullable(longText), saidAt: time, by: short }))
			.check(z.maxLength(LEFT_OUT_LIMIT)),
	),
	createdAt: time,
	requirements: z.array(z.object({ framework: frameworkKey, requirementId, source: z.enum(["catalog", "person"]) })),
	tests: z.array(
		z.object({
			id,
			title: short,
			spec: testSpec,
			everyDays: z.int(),
			active: z.boolean(),
			createdAt: time,
			changedAt: z.nullable(time),
		}),
	),
});

/** `data/runs-….json`: lists of test runs. */
const runInFile = z.object({
	id,
	controlId: id,
	testId: id,
	host: z.union([host, z.literal("")]),
	at: time,
	windowFrom: time,
	windowTo: time,
	result: runResult,
	reason: longText,
	expiresOn: z.iso.date(),
	scanId: z.nullable(id),
	by: short,
	evidenceId: z.nullable(id),
	answers: z.nullable(z.array(z.enum(ANSWERS))),
});

/** `data/tasks-….json`: lists of tasks, without owners. */
const taskInFile = z.object({
	id,
	title: short,
	note: longText,
	causeType: z.enum(["findings", "test", "assessment", "person"]),
	/** A class of findings, a test's id, or an assessment's with its question's. */
	causeId: z.string().check(atMost(100, "A cause is too long.")),
	due: z.nullable(z.iso.date()),
	state: taskState,
	outcome: longText,
	said,
	createdAt: time,
	reopenedAt: z.nullable(time),
	endedAt: z.nullable(time),
	controls: z.array(id),
});

/** `data/words-….json`: lists of what people said about requirements, controls, tasks, evidence and states of assessments, oldest first. */
const wordInFile = z.object({
	subjectType: z.enum(["requirement", "control", "task", "evidence", "assessment"]),
	subjectId: z.string().check(atMost(100, "A subject is too long.")),
	field: z.string().check(atMost(30, "A field is too long.")),
	value: z.unknown(),
	shown: z.string().check(atMost(2_200, "A text is too long.")),
	saidAt: time,
	receivedAt: time,
	saidBy: short,
	counted: z.boolean(),
});

/** `data/assessments-….json`: lists of assessments with their templates and sign-offs. It includes the addresses of people who signed. */
const assessmentInFile = z.object({
	id,
	title: short,
	subject: short,
	template,
	state: assessmentState,
	stateReason: longText,
	stateSaidAt: time,
	startedAt: time,
	startedBy: short,
	changedAt: time,
	revision: z.int(),
	answered: z.int(),
	asked: z.int(),
	missing: z.int(),
	differing: z.int(),
	gaps: z.int(),
	/** Oldest first. `sha256` is the hash of the signed text, with the ids of the workspace where it was signed. */
	signOffs: z.array(
		z.object({
			id,
			revision: z.int(),
			covers: signOffRequest.shape.covers,
			sha256,
			signers: signOffRequest.shape.signers,
			place: z.nullable(place),
			observed: proposalList.shape.proposals,
			saidAt: time,
			receivedAt: time,
			signedBy: short,
			voidedAt: z.nullable(time),
		}),
	),
});

/** `data/assessment-answers-….json`: lists of all answers to questions, in the order of arrival. */
const answerInFile = z.object({
	id,
	assessmentId: id,
	questionId,
	answer,
	after: z.array(id).check(z.maxLength(50)),
	saidAt: time,
	receivedAt: time,
	saidBy: short,
});

/** Each kind of data with its schema, in parts: `data/scans-0001.json`. */
export const CLIENT_FILE_DATA = {
	hosts: hostInFile,
	days: dayInFile,
	scans: scanInFile,
	findings: findingInFile,
	schedules: scheduleInFile,
	reports: reportInFile,
	frameworks: frameworkInFile,
	controls: controlInFile,
	tasks: taskInFile,
	assessments: assessmentInFile,
	"assessment-answers": answerInFile,
	evidence: evidenceInFile,
	runs: runInFile,
	words: wordInFile,
	questionnaires: questionnaireInFile,
	library: libraryAnswerInFile,
	replies: answerWordInFile,
} as const;
export type ClientFileSection = keyof typeof CLIENT_FILE_DATA;
export type ClientFileRow<S extends ClientFileSection> = z.infer<(typeof CLIENT_FILE_DATA)[S]>;
export type ClientInFile = z.infer<typeof clientInFile>;
