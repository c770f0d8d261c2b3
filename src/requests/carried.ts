import * as z from "zod/mini";
import { consents } from "#contract/accounts/accounts.ts";
import { answerRequest, assessmentRequest, signOffRequest, stateRequest } from "#contract/assessments/assessments.ts";
import { respondAnswer, respondPart } from "#contract/assessments/respond.ts";
import { controlChange } from "#contract/controls/controls.ts";
import { runRequest } from "#contract/controls/tests.ts";
import { evidenceDecision, evidenceRequest, linkRequest } from "#contract/evidence/evidence.ts";
import { verdictRequest } from "#contract/findings/vulnerabilities.ts";
import { decisionRequest } from "#contract/frameworks/frameworks.ts";
import { type AccountId, owner } from "#contract/ids.ts";
import { type ScanEntry, scanOfEntry } from "#contract/kinds/kinds.ts";
import { answerWords } from "#contract/questionnaires/answers.ts";
import { libraryWord } from "#contract/questionnaires/library.ts";
import { reportRequest } from "#contract/reports/reports.ts";
import { sealedRequest } from "#contract/requests/sealing.ts";
import { SCAN_BODIES } from "#contract/scans/scans.ts";
import { contactRequest, demoRequest, newsletterRequest, waitlistRequest } from "#contract/site/leads.ts";
import { taskChange, taskRequest } from "#contract/tasks/tasks.ts";
import { inCircles } from "#src/outbox/order/order.ts";
import { maySee } from "#src/outbox/sender.ts";
import type { Entry } from "./entry.ts";
import type { Kind, OutboxRequest } from "./kinds.ts";
import { readRecord, unreadable } from "./records.ts";

const OTHER_BODIES: { [K in Exclude<Kind, ScanEntry>]: z.ZodMiniType } = {
	verdicts: verdictRequest,
	report: reportRequest,
	evidence: evidenceRequest,
	"evidence-link": linkRequest,
	"evidence-decision": evidenceDecision,
	decision: decisionRequest,
	"control-change": controlChange,
	"test-run": runRequest,
	task: taskRequest,
	"task-change": taskChange,
	assessment: assessmentRequest,
	answer: answerRequest,
	"assessment-state": stateRequest,
	"sign-off": signOffRequest,
	"respond-answer": respondAnswer,
	"respond-part": respondPart,
	"questionnaire-answer": answerWords,
	"library-answer": libraryWord,
	sealed: sealedRequest,
	consents,
	newsletter: newsletterRequest,
	waitlist: waitlistRequest,
	contact: contactRequest,
	demo: demoRequest,
};

/** The last millisecond of the year 9999: our screens don't have room for a longer year. */
const LAST_TIME = 253_402_300_799_999;
/** A count that can still go up by one. */
const MOST_ATTEMPTS = 1_000_000;

/** More than any of our requests ever comes after. */
const MOST_BEFORE = 1_000;

const time = z.int().check(z.gte(0), z.lte(LAST_TIME));

/** In the form entry-id.ts creates: the server returns keys in lower case. */
const madeId = z
	.string()
	.check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, "Its id is not valid."));

/** In the form the server uses: an id in another form would never be found in a list of workspaces or clients. */
const lowerId = z.uuid().check(z.lowercase());

/** What we import from a record. Its state starts over. */
const carriedRecord = z.object({
	id: madeId,
	request: z.object({ kind: z.string(), body: z.unknown() }),
	owner: z.union([owner, z.literal("unclaimed")]),
	workspace: z.optional(lowerId),
	clientId: z.optional(lowerId),
	status: z.enum(["queued", "sending", "held"], "It is not waiting to be sent."),
	createdAt: time,
	attempts: z.int().check(z.gte(0), z.lte(MOST_ATTEMPTS)),
	confirmedAt: z.optional(time),
	startAt: z.optional(time),
	notAfter: z.optional(time),
	handedOverAt: z.optional(time),
	after: z.optional(z.array(madeId).check(z.minLength(1), z.maxLength(MOST_BEFORE))),
	client: z.optional(z.string().check(z.maxLength(1_000, "Its client is too long."))),
	note: z.optional(z.string().check(z.maxLength(5_000, "Its note is too long."))),
});

/** Zod's message for a schema that has none of its own. */
const DEFAULT_MESSAGE = "Invalid input";

function whyNot({ issues: [issue] }: z.core.$ZodError, within: string): string {
	if (issue && issue.message !== DEFAULT_MESSAGE) return issue.message;
	const path = [within, ...(issue?.path ?? [])].filter((part) => part !== "").join(".");
	return path === "" ? "It is not a request." : `Its “${path}” is not valid.`;
}

/** Why a record from a file is not imported. `twice`: it appears in the file more than once. */
export type CarriedRefusal = { reason: "newer" | "other-account" | "twice" } | { reason: "damaged"; why: string };

/** A record from a file, with its position there, starting at 1. */
export type CarriedRecord = { place: number } & ({ entry: Entry } | { refusal: CarriedRefusal });

function readOne(record: unknown): { entry: Entry } | { refusal: CarriedRefusal } {
	const damaged = (why: string) => ({ refusal: { reason: "damaged", why } as const });
	const read = carriedRecord.safeParse(record);
	const id = read.success ? read.data.id : "";
	if (unreadable(id as Entry["id"], record).reason === "newer") return { refusal: { reason: "newer" } };
	if (!read.success) return damaged(whyNot(read.error, ""));
	const { kind, body } = read.data.request;
	const scan = scanOfEntry(kind);
	const known = scan ? SCAN_BODIES[scan] : new Map<string, z.ZodMiniType>(Object.entries(OTHER_BODIES)).get(kind);
	if (!known) return { refusal: { reason: "newer" } };
	const request = known.safeParse(body);
	if (!request.success) return damaged(whyNot(request.error, "request.body"));
	// Keep the body exactly as written: a key belongs to one body forever, and the server may already have this one.
	const entry = readRecord(id as Entry["id"], record);
	if (!entry) return damaged("Its state is not valid.");
	if (entry.attachments) return damaged("Its files are not in this file.");
	return { entry: { ...entry, request: { kind, body } as OutboxRequest } };
}

/** Checks each record of a file against the contract and whether `account` may have it. */
export function readCarried(records: readonly unknown[], account: AccountId | null): CarriedRecord[] {
	const seen = new Set<string>();
	const all = records.map(readOne);
	const circles = inCircles(all.flatMap((read) => ("entry" in read ? read.entry : [])));
	return all.map((read, index): CarriedRecord => {
		const place = index + 1;
		if ("refusal" in read) return { place, ...read };
		const { id, owner } = read.entry;
		if (circles.has(id)) return { place, refusal: { reason: "damaged", why: "It would wait for itself." } };
		if (!maySee(owner, account)) return { place, refusal: { reason: "other-account" } };
		if (seen.has(id)) return { place, refusal: { reason: "twice" } };
		seen.add(id);
		return { place, ...read };
	});
}
