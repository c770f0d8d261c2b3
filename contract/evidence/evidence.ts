import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { fingerprint } from "#contract/findings/vulnerabilities.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId, clientId, scanId } from "#contract/ids.ts";
import { evidenceId } from "./evidence-id.ts";
import { attachedFile, FILES_LIMIT, sha256 } from "./files.ts";
import { place } from "./place.ts";
import { EVIDENCE_DECISIONS, evidenceKind, evidenceState, FRESHNESS } from "./state.ts";

export const TITLE_LIMIT = 200;
export const NOTE_LIMIT = 10_000;
/** Longest address of a link, in characters. */
export const LINK_LIMIT = 2_000;
const LINKS_LIMIT = 100;

/** What evidence can be about. */
export const SUBJECT_TYPES = ["control", "requirement", "finding", "asset", "scan", "task", "assessment"] as const;
const HOST = z
	.string("Please give a host.")
	.check(z.minLength(1, "Please give a host."), atMost(255, "That host is too long."));

/** A requirement as a subject: its framework, a space, and its id: `iso-27001 A.8.24`. */
const REQUIREMENT = z
	.string("Please give a requirement.")
	.check(
		atMost(100, "That is not a requirement."),
		z.regex(/^[a-z0-9-]{1,30} \S(?:.{0,58}\S)?$/, "That is not a requirement."),
	);

/** One subject of evidence: an asset by its host, a finding by its fingerprint, the others by their ids. */
export const subject = z.discriminatedUnion(
	"type",
	[
		z.strictObject({ type: z.literal("scan"), id: scanId }),
		z.strictObject({ type: z.literal("asset"), id: HOST }),
		z.strictObject({ type: z.literal("finding"), id: fingerprint }),
		z.strictObject({ type: z.literal("control"), id: z.uuid("This is not a control ID.") }),
		z.strictObject({ type: z.literal("requirement"), id: REQUIREMENT }),
		z.strictObject({ type: z.literal("task"), id: z.uuid("This is not a task ID.") }),
		z.strictObject({ type: z.literal("assessment"), id: z.uuid("This is not an assessment’s ID.") }),
	],
	`Evidence can be about one of ${SUBJECT_TYPES.join(", ")}.`,
);
export type Subject = z.infer<typeof subject>;
export type SubjectType = Subject["type"];

const title = z
	.string("Please give a title.")
	.check(inOneLine(), z.trim(), z.minLength(1, "Please give a title."), atMost(TITLE_LIMIT, "That title is too long."));
const note = z.string("Please give the note as text.").check(z.trim(), atMost(NOTE_LIMIT, "That note is too long."));
const device = z
	.string("Please describe the device as text.")
	.check(inOneLine(), z.trim(), atMost(200, "That is too long."));

/** What it shows if it has no file of its own: a page elsewhere, or one of the workspace's reports, whose facts the server copies. */
export const evidenceSource = z.discriminatedUnion(
	"type",
	[
		z.strictObject({
			type: z.literal("link"),
			url: z
				.url({ protocol: /^https?$/, error: "Please give a link that begins with https://." })
				.check(atMost(LINK_LIMIT, "That link is too long.")),
		}),
		z.strictObject({ type: z.literal("report"), id: z.uuid("This is not a report ID.") }),
	],
	"A source is a link or a report.",
);
export type EvidenceSource = z.infer<typeof evidenceSource>;

const day = (what: string) => z.iso.date(`Please give ${what} as YYYY-MM-DD.`);
/** The period it covers and its last day, which differ from when it was captured. Left out: not known, and no expiry. */
const PERIOD = {
	effectiveFrom: z.optional(day("the first day")),
	effectiveTo: z.optional(day("the last day of its period")),
	/** It is expired from the day after. */
	expiresOn: z.optional(day("the day it expires")),
};
type Period = { effectiveFrom?: string | undefined; effectiveTo?: string | undefined };
const isPeriod = ({ effectiveFrom, effectiveTo }: Period) =>
	effectiveFrom === undefined || effectiveTo === undefined || effectiveFrom <= effectiveTo;

/** `POST evidence/`: something that was captured. It needs files, a note, or a source. It starts as a draft. */
export const evidenceRequest = z
	.strictObject({
		id: evidenceId,
		title,
		/** Empty if there is none. Untrusted text. */
		note,
		/** When the device captured it, ISO 8601 in UTC, by the device's clock. */
		takenAt: givenTime,
		/** What captured it, such as `Chrome on Android`. Empty if unknown. Untrusted text. */
		device,
		place: z.optional(place),
		files: z
			.array(attachedFile, "Please give a list of files.")
			.check(z.maxLength(FILES_LIMIT, `Please give at most ${FILES_LIMIT} files.`)),
		/** Its subjects, if known when it was captured. */
		about: z
			.array(subject, "Please give a list.")
			.check(z.maxLength(LINKS_LIMIT, `Please give at most ${LINKS_LIMIT}.`)),
		source: z.optional(evidenceSource),
		...PERIOD,
	})
	.check(
		z.refine(
			({ files, note, source }) => files.length > 0 || note !== "" || source !== undefined,
			"Please add a file or a note.",
		),
		z.refine(isPeriod, "Its period ends before it begins."),
		z.refine(
			({ files }) => new Set(files.map(({ sha256 }) => sha256)).size === files.length,
			"Please name each file once.",
		),
		z.refine(
			({ files }) => !files.some(({ thumbnail }) => files.some(({ sha256 }) => sha256 === thumbnail)),
			"A thumbnail is not one of the files: it is a smaller picture of one.",
		),
	);
export type EvidenceRequest = z.infer<typeof evidenceRequest>;

/** 202: stored for good, with all of its files. */
export const evidenceAccepted = z.object({
	receipt: z.object({ key: z.nullable(z.string()), evidenceId, acceptedAt: z.iso.datetime() }),
});
export type EvidenceAccepted = z.infer<typeof evidenceAccepted>;

/** `POST evidence/links/`: links evidence to a subject, or removes the link. */
export const linkRequest = z.strictObject({
	evidenceId,
	about: subject,
	linked: z.boolean("Please say whether it is to be linked."),
});
export type LinkRequest = z.infer<typeof linkRequest>;

/** 202: stored for good. */
export const linkAccepted = z.object({
	receipt: z.object({ key: z.nullable(z.string()), evidenceId, acceptedAt: z.iso.datetime() }),
});
export type LinkAccepted = z.infer<typeof linkAccepted>;

/** A file that the server has. */
const storedFile = z.object({
	sha256,
	/** Bytes. */
	size: z.int(),
	/** The type of its bytes as the server determined it; `application/octet-stream` for anything that a browser must not open. */
	type: z.string(),
	/** Untrusted text. */
	name: z.string(),
	/**
	 * SHA-256 of its thumbnail, which is read from the same place as the file, without a line in the custody list. Left out: it has
	 * none.
	 */
	thumbnail: z.optional(sha256),
});
export type StoredFile = z.infer<typeof storedFile>;

/** One row of the inbox. */
const evidenceSummary = z.object({
	id: evidenceId,
	clientId,
	/** Untrusted text, like all texts here. */
	title: z.string(),
	note: z.string(),
	/** By the clock of the device. */
	takenAt: z.iso.datetime(),
	/** By the clock of the server. */
	receivedAt: z.iso.datetime(),
	by: z.object({ accountId, name: z.string() }),
	files: z.array(storedFile),
	about: z.array(subject),
	kind: evidenceKind,
	/** `automatic`: created by the product from a scan. `by` is then the person who asked for the scan. */
	method: z.enum(["automatic", "by-hand"]),
	source: z.nullable(evidenceSource),
	effectiveFrom: z.nullable(z.iso.date()),
	effectiveTo: z.nullable(z.iso.date()),
	expiresOn: z.nullable(z.iso.date()),
	state: evidenceState,
	/** Why it was returned or withdrawn; empty otherwise. */
	stateReason: z.string(),
	/** The piece it replaces once it is accepted. */
	supersedes: z.nullable(evidenceId),
	/** Accepted, and only by the member who added it. The previous release leaves it out. */
	reviewedByAuthor: z.optional(z.boolean()),
	/** Goes up with each correction. */
	version: z.int(),
});
export type EvidenceSummary = z.infer<typeof evidenceSummary>;

/** One page of `GET evidence/`, last received first. */
export const evidencePage = z.object({
	evidence: z.array(evidenceSummary),
	next: z.nullable(z.string()),
	total: z.int(),
	/** How many pieces are not linked yet, with the same filter except `linked`. */
	unlinked: z.int(),
});
export type EvidencePage = z.infer<typeof evidencePage>;

/** Filter of `GET evidence/`. */
export const evidenceFilter = z.object({
	/** `no`: not linked yet. */
	linked: z.optional(z.enum(["yes", "no"], "Linked is yes or no.")),
	/** Both together: only evidence linked to this subject. */
	subject: z.optional(z.enum(SUBJECT_TYPES, `Evidence can be about one of ${SUBJECT_TYPES.join(", ")}.`)),
	id: z.optional(z.string().check(atMost(255, "That is not an ID."))),
	kind: z.optional(evidenceKind),
	state: z.optional(evidenceState),
	/** Whether the product or a person added it. */
	method: z.optional(z.enum(["automatic", "by-hand"], "The method is automatic or by-hand.")),
	/** Its period overlaps these days. Without a period, the day it was captured counts. */
	from: z.optional(day("the first day")),
	to: z.optional(day("the last day")),
	freshness: z.optional(z.enum(FRESHNESS, `Freshness is one of ${FRESHNESS.join(", ")}.`)),
	/** Part of title, note or a file's name, without regard to case. */
	q: z.optional(z.string().check(z.trim(), atMost(200, "That is too long to search for."))),
});
export type EvidenceFilter = z.infer<typeof evidenceFilter>;

export const CUSTODY_ACTS = [
	"received",
	"redacted",
	"recorded",
	"changed",
	"linked",
	"unlinked",
	"opened",
	"submitted",
	"accepted",
	"returned",
	"withdrawn",
	"superseded",
] as const;

/** One line of the custody list, which only grows. */
const custodyEntry = z.object({
	at: z.iso.datetime(),
	/** The name at that time. */
	by: z.object({ accountId, name: z.string() }),
	/**
	 * One of CUSTODY_ACTS. `redacted`: parts of its pictures were covered before they were sent. `recorded`: the product created it. `opened`: a file was read, recorded at most once per member and day
	 * (UTC). Thumbnails do not count.
	 */
	what: z.enum(CUSTODY_ACTS),
	/** For `linked` and `unlinked`. */
	about: z.nullable(subject),
});
export type CustodyEntry = z.infer<typeof custodyEntry>;

/** `GET evidence/{evidenceId}/`. */
export const evidenceDetail = z.object({
	...evidenceSummary.shape,
	device: z.string(),
	place: z.nullable(place),
	/** For a scan, a test run, an assessment or a report: what was recorded, as JSON. Null for the others. */
	record: z.nullable(z.record(z.string(), z.unknown())),
	/** SHA-256 in hex of the record, with sorted keys. */
	recordSha256: z.nullable(sha256),
	/** Whether a member other than its author may review it; then its author cannot accept it. The previous release leaves it out. */
	hasOtherReviewer: z.optional(z.boolean()),
	/** Oldest first. */
	custody: z.array(custodyEntry),
});
export type EvidenceDetail = z.infer<typeof evidenceDetail>;

/** `PATCH evidence/{evidenceId}/`: corrects its texts and dates. Files, times and custody stay as they are. */
export const evidenceChange = z.strictObject({
	title: z.optional(title),
	note: z.optional(note),
	/** Null removes the day. */
	effectiveFrom: z.optional(z.nullable(day("the first day"))),
	effectiveTo: z.optional(z.nullable(day("the last day of its period"))),
	expiresOn: z.optional(z.nullable(day("the day it expires"))),
	/** The piece it replaces. */
	supersedes: z.optional(z.nullable(evidenceId)),
	/** The version that was read. 409 `changed_meanwhile` if it has changed since. */
	version: z.int("Please give the version that you read."),
});
export type EvidenceChange = z.infer<typeof evidenceChange>;

/** `POST evidence/decisions/`: submits it, or a reviewer accepts, returns or withdraws it. The latest `saidAt` wins. */
export const evidenceDecision = z
	.strictObject({
		evidenceId,
		decision: z.enum(EVIDENCE_DECISIONS, `A decision is one of ${EVIDENCE_DECISIONS.join(", ")}.`),
		/** Required for `returned` and `withdrawn`. Untrusted text. */
		reason: z.string("Please give the reason as text.").check(z.trim(), atMost(1_000, "That reason is too long.")),
		/** When the person said it, ISO 8601 in UTC. */
		saidAt: givenTime,
	})
	.check(
		z.refine(
			({ decision, reason }) => (decision !== "returned" && decision !== "withdrawn") || reason !== "",
			"Please give the reason.",
		),
	);
export type EvidenceDecisionRequest = z.infer<typeof evidenceDecision>;
