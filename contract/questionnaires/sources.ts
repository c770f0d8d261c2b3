import * as z from "zod/mini";
import { wordId } from "#contract/assessments/answers.ts";
import { assessmentId } from "#contract/assessments/assessments.ts";
import { questionId } from "#contract/assessments/template.ts";
import { scanId } from "#contract/ids.ts";
import { scanKind } from "#contract/scans/scans.ts";

/** A library answer: a UUID v7 made on the device that first approved it. */
export const libraryAnswerId = z.uuid("This is not an ID of an approved answer.").brand<"LibraryAnswerId">();
export type LibraryAnswerId = z.infer<typeof libraryAnswerId>;

/** What our scans can say by themselves, one fact each. */
export const FACT_IDS = [
	"scan-cadence",
	"oldest-high",
	"time-to-fix",
	"tls-versions",
	"end-of-life",
	"security-txt",
	"security-headers",
	"verified-hosts",
] as const;
export type FactId = (typeof FACT_IDS)[number];

/** How many scans and hosts are listed; there may be more. */
export const NAMED_SCANS = 10;

/** The scans a fact is based on. */
export const observation = z.object({
	type: z.literal("observation"),
	fact: z.enum(FACT_IDS),
	/** The newest first, at most NAMED_SCANS. */
	scans: z.array(z.object({ scanId, kind: scanKind, host: z.string(), at: z.iso.datetime() })),
	scansTotal: z.int(),
	hostsTotal: z.int(),
	/** When the oldest and the newest of the scans ended. */
	from: z.iso.datetime(),
	to: z.iso.datetime(),
});
export type Observation = z.infer<typeof observation>;

/** The source of an answer. People have the names they had at the time. */
export const answerSource = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("library"),
		libraryAnswerId,
		approvedBy: z.string(),
		approvedAt: z.iso.datetime(),
		/** The last day on which it may be used. */
		expiresOn: z.iso.date(),
	}),
	observation,
	/** An answer of a signed assessment. */
	z.object({
		type: z.literal("assessment"),
		assessmentId,
		/** The entry in it, and what it answers. */
		wordId,
		questionId,
		/** What it was called, and its template. Untrusted texts. */
		title: z.string(),
		template: z.string(),
		/** What it is about, if that is not the client. */
		subject: z.string(),
		answeredAt: z.iso.datetime(),
		/** The names of all who signed it. */
		signedBy: z.string(),
		/** The newest signature. */
		signedAt: z.iso.datetime(),
		/** The last day on which it may be used. */
		expiresOn: z.iso.date(),
	}),
	z.object({ type: z.literal("person"), by: z.string(), at: z.iso.datetime() }),
]);
export type AnswerSource = z.infer<typeof answerSource>;
