import type { Consents } from "#contract/accounts/accounts.ts";
import type {
	AnswerRequest,
	AssessmentRequest,
	SignOffRequest,
	StateRequest,
} from "#contract/assessments/assessments.ts";
import type { RespondAnswer, RespondPart } from "#contract/assessments/respond.ts";
import type { ControlChange } from "#contract/controls/controls.ts";
import type { RunRequest } from "#contract/controls/tests.ts";
import type { EvidenceDecisionRequest, EvidenceRequest, LinkRequest, Subject } from "#contract/evidence/evidence.ts";
import type { VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import type { DecisionRequest } from "#contract/frameworks/frameworks.ts";
import {
	kindOf,
	SCAN_KINDS,
	type ScanEntry,
	type ScanKind,
	scanEntry,
	scanName,
	targetOf,
} from "#contract/kinds/kinds.ts";
import type { AnswerWords } from "#contract/questionnaires/answers.ts";
import type { LibraryWord } from "#contract/questionnaires/library.ts";
import type { ReportRequest } from "#contract/reports/reports.ts";
import type { EntryKind } from "#contract/requests/entries.ts";
import type { SealedRequest } from "#contract/requests/sealing.ts";
import type { ScanBodies } from "#contract/scans/scans.ts";
import type { LeadBodies } from "#contract/site/leads.ts";
import type { TaskChange, TaskRequest } from "#contract/tasks/tasks.ts";
import type { FieldType } from "#src/outbox/definition.ts";

export type Kind = EntryKind;

/** What can be sent. A kind that isn't a scan takes one line here, one in KINDS, and one in contract/requests/entries.ts. */
type Bodies = { [K in ScanKind as ScanEntry<K>]: ScanBodies[K] } & {
	verdicts: VerdictRequest;
	report: ReportRequest;
	evidence: EvidenceRequest;
	"evidence-link": LinkRequest;
	"evidence-decision": EvidenceDecisionRequest;
	decision: DecisionRequest;
	"control-change": ControlChange;
	"test-run": RunRequest;
	task: TaskRequest;
	"task-change": TaskChange;
	assessment: AssessmentRequest;
	answer: AnswerRequest;
	"assessment-state": StateRequest;
	"sign-off": SignOffRequest;
	"respond-answer": RespondAnswer;
	"respond-part": RespondPart;
	"questionnaire-answer": AnswerWords;
	"library-answer": LibraryWord;
	sealed: SealedRequest;
	consents: Consents;
	newsletter: LeadBodies["newsletter"];
	waitlist: LeadBodies["waitlist"];
	contact: LeadBodies["contact"];
	demo: LeadBodies["demo"];
};

/** A request of kind `K`: the kind with the body that belongs to it. */
type RequestOf<K extends Kind> = { [P in K]: { kind: P; body: Bodies[P] } }[K];
export type OutboxRequest = RequestOf<Kind>;

type TypeOf<T> = [T] extends [boolean]
	? "flag"
	: [T] extends [string]
		? "text"
		: [T] extends [readonly string[]]
			? "texts"
			: [T] extends [string | undefined]
				? "text?"
				: [T] extends [readonly string[] | undefined]
					? "texts?"
					: [T] extends [readonly object[]]
						? "objects"
						: [T] extends [object]
							? "object"
							: [T] extends [object | undefined]
								? "object?"
								: never;

type KindTexts<K extends Kind> = {
	/** The fields this code needs in a stored body. The contract defines which values are allowed. */
	fields: { [F in keyof Bodies[K]]-?: TypeOf<Bodies[K][F]> };
	/** The age at which it asks before it is sent, in milliseconds; null if it never goes stale. */
	staleAfterMs: number | null;
	/** What a list calls the entry. */
	label: string;
	/** What it is about: the target, or the address. Untrusted text. */
	subject: (body: Bodies[K]) => string;
	/** Anything more that sets it apart from others of its kind; empty if there is nothing. Untrusted text. */
	detail: (body: Bodies[K]) => string;
};

/** A stored body: its fields were checked, its values are untrusted. */
type StoredBody = Readonly<Record<string, unknown>>;

/** Permission for a scan doesn't last forever. Neither does the reason for a report or a message. */
export const STALE_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

const nothing = () => "";
/** The ids of findings and scans mean nothing to a person. */
const aboutText = ({ type, id }: Subject) => (type === "asset" ? id : `A ${type}`);
/** A short form of what a person changed on a control or a task: the text, or which fields. */
const changeText = (change: ControlChange["change"] | TaskChange["change"]) => {
	if (change.state !== undefined) return sentence(change.state);
	return change.title ?? change.note ?? Object.keys(change).map(sentence).join(", ");
};
/** A text field of a stored object whose fields haven't been checked. */
const textIn = (value: unknown) => (typeof value === "string" ? value : "");
const sentence = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll("-", " ")}`;

/** How the outbox reads and lists scan requests: all of it follows from the kind's descriptor. */
function scanTexts(kind: ScanKind): KindTexts<ScanEntry> {
	const { target, options, mails } = kindOf(kind);
	const isMailed = mails !== "none";
	const optional = Object.keys(options).map((name): [string, FieldType] => [name, "text?"]);
	return {
		label: scanName(kind),
		staleAfterMs: STALE_AFTER_MS,
		fields: { [target]: "text", ...(isMailed && { email: "text" }), ...Object.fromEntries(optional) },
		subject: (body: StoredBody) => targetOf({ kind, body }),
		detail(body: StoredBody): string {
			if (isMailed) return `Report to ${body.email}`;
			const told = Object.entries(options).filter(([name, before]) => before !== null && body[name]);
			return told.map(([name, before]) => `${before}${body[name]}`).join(", ");
		},
	};
}

const SCANS = Object.fromEntries(SCAN_KINDS.map((kind) => [scanEntry(kind), scanTexts(kind)])) as {
	[K in ScanEntry]: KindTexts<K>;
};

export const KINDS: { [K in Kind]: KindTexts<K> } = {
	...SCANS,
	verdicts: {
		label: "Verdict",
		staleAfterMs: null,
		fields: { fingerprints: "texts", state: "text", reason: "text?", until: "text?", saidAt: "text" },
		subject: ({ fingerprints }) => (fingerprints.length === 1 ? "1 finding" : `${fingerprints.length} findings`),
		detail: ({ state, reason }) => [state, reason].filter(Boolean).join(": "),
	},
	report: {
		label: "Report",
		staleAfterMs: STALE_AFTER_MS,
		fields: {
			template: "text",
			name: "text?",
			hosts: "texts",
			clients: "texts",
			from: "text?",
			to: "text?",
			frameworks: "texts?",
			incident: "text?",
		},
		subject: ({ name, template }) => name || sentence(template),
		detail: ({ hosts, clients }) => [...hosts, ...clients].join(", "),
	},
	evidence: {
		label: "Evidence",
		staleAfterMs: null,
		fields: {
			id: "text",
			title: "text",
			note: "text",
			takenAt: "text",
			device: "text",
			place: "object?",
			files: "objects",
			about: "objects",
			source: "object?",
			effectiveFrom: "text?",
			effectiveTo: "text?",
			expiresOn: "text?",
		},
		subject: ({ title }) => title,
		detail: ({ files, note }) => (files.length === 0 ? note : counted(files.length, "file")),
	},
	"evidence-link": {
		label: "Link of evidence",
		staleAfterMs: null,
		fields: { evidenceId: "text", about: "object", linked: "flag" },
		subject: ({ about }) => aboutText(about),
		detail: ({ linked }) => (linked ? "Put on it" : "Taken off"),
	},
	"evidence-decision": {
		label: "Decision about evidence",
		staleAfterMs: null,
		fields: { evidenceId: "text", decision: "text", reason: "text", saidAt: "text" },
		subject: ({ decision }) => sentence(decision),
		detail: ({ reason }) => reason,
	},
	decision: {
		label: "Decision",
		staleAfterMs: null,
		fields: {
			framework: "text",
			requirements: "texts",
			decision: "text",
			reasons: "texts?",
			justification: "text",
			saidAt: "text",
		},
		subject: ({ requirements }) =>
			requirements.length === 1 ? (requirements[0] ?? "") : counted(requirements.length, "requirement"),
		detail: ({ decision, justification }) => [sentence(decision), justification].filter(Boolean).join(": "),
	},
	"control-change": {
		label: "Change of a control",
		staleAfterMs: null,
		fields: { controlId: "text", change: "object", saidAt: "text" },
		subject: () => "A control",
		detail: ({ change }) => changeText(change),
	},
	"test-run": {
		label: "Test of a control",
		staleAfterMs: null,
		fields: { id: "text", testId: "text", saidAt: "text", outcome: "object", asked: "texts?", note: "text" },
		subject: () => "A test run",
		detail: ({ note }) => note,
	},
	task: {
		label: "Task",
		staleAfterMs: null,
		fields: { id: "text", title: "text", note: "text", controls: "texts", owner: "text?", due: "text?" },
		subject: ({ title }) => title,
		detail: ({ due }) => (due === undefined ? "" : `Due ${due}`),
	},
	"task-change": {
		label: "Change of a task",
		staleAfterMs: null,
		fields: { taskId: "text", change: "object", saidAt: "text" },
		subject: () => "A task",
		detail: ({ change }) => changeText(change),
	},
	assessment: {
		label: "Assessment",
		staleAfterMs: null,
		fields: { id: "text", template: "object", title: "text", subject: "text", saidAt: "text" },
		subject: ({ title }) => title,
		detail: ({ subject }) => subject,
	},
	answer: {
		label: "Answer",
		staleAfterMs: null,
		fields: {
			id: "text",
			assessmentId: "text",
			questionId: "text",
			answer: "object",
			after: "texts",
			saidAt: "text",
		},
		subject: ({ questionId }) => sentence(questionId),
		// We only checked that there is an answer.
		detail: ({ answer }) => (typeof answer.note === "string" ? answer.note : ""),
	},
	"assessment-state": {
		label: "State of an assessment",
		staleAfterMs: null,
		fields: { assessmentId: "text", state: "text", reason: "text", saidAt: "text" },
		subject: ({ state }) => sentence(state),
		detail: ({ reason }) => reason,
	},
	"sign-off": {
		label: "Sign-off",
		staleAfterMs: null,
		fields: {
			id: "text",
			assessmentId: "text",
			covers: "texts",
			sha256: "text",
			signers: "objects",
			place: "object?",
			saidAt: "text",
		},
		subject: ({ signers }) => signers.map(({ name }) => name).join(", "),
		detail: ({ sha256 }) => sha256,
	},
	"questionnaire-answer": {
		label: "Answer to a customer",
		staleAfterMs: null,
		fields: { questionnaireId: "text", answers: "objects", saidAt: "text" },
		subject: ({ answers }) => counted(answers.length, "question"),
		detail: ({ answers: [first] }) => textIn((first?.said as { text?: unknown } | undefined)?.text),
	},
	"library-answer": {
		label: "Answer in the library",
		staleAfterMs: null,
		fields: { id: "text", change: "object", saidAt: "text" },
		subject: ({ change }) => textIn(change.question) || "An approved answer",
		detail: ({ change }) => textIn(change.answer) || Object.keys(change).map(sentence).join(", "),
	},
	"respond-answer": {
		label: "Answer through a link",
		staleAfterMs: null,
		fields: {
			id: "text",
			respondentId: "text",
			questionId: "text",
			answer: "object",
			after: "texts",
			saidAt: "text",
		},
		subject: ({ questionId }) => sentence(questionId),
		detail: nothing,
	},
	"respond-part": {
		label: "Section of a link",
		staleAfterMs: null,
		fields: { respondentId: "text", section: "text", saidAt: "text" },
		subject: ({ section }) => sentence(section),
		detail: nothing,
	},
	sealed: {
		label: "Sealed",
		// The contents have their own age limit: sealing gives the entry a `notAfter`.
		staleAfterMs: null,
		fields: { sealed: "text" },
		subject: () => "A sealed request",
		detail: nothing,
	},
	newsletter: {
		label: "Newsletter",
		staleAfterMs: STALE_AFTER_MS,
		fields: { email: "text" },
		subject: ({ email }) => email,
		detail: nothing,
	},
	waitlist: {
		label: "Waitlist",
		staleAfterMs: STALE_AFTER_MS,
		fields: { email: "text" },
		subject: ({ email }) => email,
		detail: nothing,
	},
	contact: {
		label: "Message",
		staleAfterMs: STALE_AFTER_MS,
		fields: {
			firstName: "text",
			lastName: "text",
			email: "text",
			company: "text",
			role: "text?",
			inquiryType: "text",
			message: "text",
			companySize: "text?",
			timeline: "text?",
		},
		subject: ({ email }) => email,
		detail: ({ message }) => message,
	},
	demo: {
		label: "Demo",
		staleAfterMs: STALE_AFTER_MS,
		fields: {
			name: "text",
			email: "text",
			company: "text",
			startsAt: "text?",
			timeZone: "text?",
			note: "text?",
		},
		subject: ({ email }) => email,
		detail: ({ company }) => company,
	},
	consents: {
		label: "What you agreed to",
		staleAfterMs: STALE_AFTER_MS,
		fields: { registration: "text", terms: "text", updates: "flag" },
		subject: () => "Consents",
		detail: nothing,
	},
};

/** Longer than anything the server accepts; text pasted into a form or written to a file can be any length. */
const TEXT_LIMIT = 2_100;

/** Shortens an untrusted text for display. */
export const shortened = (text: string) => (text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}…` : text);

/** How a list shows a request. */
export function wordsOf<K extends Kind>({
	kind,
	body,
}: RequestOf<K>): { label: string; subject: string; detail: string } {
	const { label, subject, detail }: KindTexts<K> = KINDS[kind];
	return { label, subject: shortened(subject(body)), detail: shortened(detail(body)) };
}
