import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { evidence, twoVoices } from "#contract/findings/findings.ts";
import { severity } from "#contract/findings/severity.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { OWN_FRAMEWORKS_LIMIT } from "#contract/frameworks/own-frameworks.ts";
import { frameworkId, isOwn, ownFrameworkId, type ShippedId, shippedId } from "#contract/frameworks/pack.ts";

/** The four templates (spec section 2), and the category each belongs to. */
export const REPORT_TEMPLATES = [
	"executive-summary",
	"vulnerability-assessment",
	"compliance-report",
	"incident-response",
] as const;
export const reportTemplate = z.enum(REPORT_TEMPLATES, "This is not one of our report templates.");
export type ReportTemplate = z.infer<typeof reportTemplate>;

export const REPORT_CATEGORIES = ["executive", "technical", "compliance", "incident"] as const;
export const reportCategory = z.enum(REPORT_CATEGORIES, "This is not one of our report categories.");
export type ReportCategory = z.infer<typeof reportCategory>;

export const CATEGORY_OF: Record<ReportTemplate, ReportCategory> = {
	"executive-summary": "executive",
	"vulnerability-assessment": "technical",
	"compliance-report": "compliance",
	"incident-response": "incident",
};

/** The life of a report (spec section 4). */
export const REPORT_STATUSES = ["generating", "completed", "failed"] as const;
export const reportStatus = z.enum(REPORT_STATUSES);
export type ReportStatus = z.infer<typeof reportStatus>;

/** Download formats of a report. `sarif` (2.1.0) only for a vulnerability assessment. */
export const REPORT_FORMATS = ["html", "pdf", "csv", "json", "sarif"] as const;
export const reportFormat = z.enum(REPORT_FORMATS, `The format is one of ${REPORT_FORMATS.join(", ")}.`);
export type ReportFormat = z.infer<typeof reportFormat>;

/** The formats of a completed report, by template: SARIF says where faults are, which only the assessment does. */
export const formatsOf = (template: ReportTemplate): ReportFormat[] =>
	REPORT_FORMATS.filter((format) => format !== "sarif" || template === "vulnerability-assessment");

const SCOPE_LIMIT = 200;
const listOf = (what: string) =>
	z
		.array(z.string(`Please give ${what} as text.`).check(z.trim(), z.minLength(1), atMost(255, "That is too long.")))
		.check(z.maxLength(SCOPE_LIMIT, `Please give at most ${SCOPE_LIMIT}.`));

/** A calendar day. There is no year 0. */
const dayOf = (message: string) => z.iso.date(message).check(z.refine((day) => day >= "0001", message));

/** `POST reports/`: what to report on. An empty list means no limit. */
export const reportRequest = z.strictObject({
	template: reportTemplate,
	/** Left out: the template's name and the day. Untrusted text. */
	name: z.optional(z.string("Please give the name as text.").check(z.trim(), atMost(120, "That name is too long."))),
	/** Hosts, as GET assets/ names them. */
	hosts: listOf("hosts"),
	/** Labels of assets. */
	clients: listOf("labels"),
	/** First and last day (UTC) of the scans it includes, both inclusive. */
	from: z.optional(dayOf("Please give the first day as YYYY-MM-DD.")),
	to: z.optional(dayOf("Please give the last day as YYYY-MM-DD.")),
	/** For a compliance report: the frameworks it covers. Left out or empty: those that its clients have chosen. */
	frameworks: z.optional(
		z
			.array(frameworkId)
			.check(z.maxLength(FRAMEWORK_IDS.length + OWN_FRAMEWORKS_LIMIT, "Please name each framework once.")),
	),
	/** For an incident response report: what happened, as the person described it. Untrusted text. */
	incident: z.optional(
		z
			.string("Please describe the incident as text.")
			.check(z.trim(), atMost(5_000, "At most 5000 characters, please.")),
	),
});
export type ReportRequest = z.infer<typeof reportRequest>;

const reportId = z.uuid("This is not a report.");

/** 202: stored for good; it is being made. */
export const reportAccepted = z.object({
	receipt: z.object({ key: z.nullable(z.string()), reportId, acceptedAt: z.iso.datetime() }),
});
export type ReportAccepted = z.infer<typeof reportAccepted>;

/** One row of the list. */
export const reportSummary = z.object({
	id: reportId,
	name: z.string(),
	/** The list's `type`. */
	template: reportTemplate,
	category: reportCategory,
	createdAt: z.iso.datetime(),
	/** Name of the person who asked. Untrusted text. */
	createdBy: z.string(),
	/**
	 * The name of the workspace it was imported from with a client's file; left out if it was made here. Its files are untrusted,
	 * byte for byte what was in that file: they can be downloaded but are never shown as our own pages. Untrusted text.
	 */
	takenFrom: z.optional(z.string()),
	/** Bytes of its PDF; null until it is completed. */
	size: z.nullable(z.int()),
	status: reportStatus,
	/** Why it failed and what to do, in a sentence for a person; null unless it failed. */
	failure: z.nullable(z.string()),
	/** How often it was downloaded, including through links. */
	downloads: z.int(),
});
export type ReportSummary = z.infer<typeof reportSummary>;

/** One page of `GET reports/`, newest first. */
export const reportPage = z.object({ reports: z.array(reportSummary), next: z.nullable(z.string()), total: z.int() });
export type ReportPage = z.infer<typeof reportPage>;

/** Filter of `GET reports/`. */
export const reportFilter = z.object({
	category: z.optional(reportCategory),
	/** Part of name, type or creator, without regard to case. */
	q: z.optional(z.string().check(z.trim(), atMost(200, "That is too long to search for."))),
});
export type ReportFilter = z.infer<typeof reportFilter>;

/** A link that opens a report without an account. */
export const reportShare = z.object({
	id: z.uuid(),
	createdAt: z.iso.datetime(),
	expiresAt: z.iso.datetime(),
	/** How often it was opened. */
	opened: z.int(),
});
export type ReportShare = z.infer<typeof reportShare>;

/** A problem, in short, for a collapsible row. Untrusted text. */
const problemInShort = z.object({
	/** Its name in the report, such as `H1`. */
	mark: z.string(),
	severity,
	title: z.string(),
	/** The first of its places, and how many more there are. */
	where: z.object({ first: z.string(), more: z.int() }),
	why: twoVoices,
	fix: twoVoices,
	/** What was seen at the first place. */
	evidence: z.array(evidence),
	/** Confidence, weakness, rule and what else is known. */
	facts: z.array(z.string()),
});
export type ProblemInShort = z.infer<typeof problemInShort>;

/** A section of a report: headings, paragraphs, and problems with their details. */
const sectionInShort = z.object({
	heading: z.string(),
	paragraphs: z.array(z.string()),
	/** Left out where there are none. */
	problems: z.optional(z.array(problemInShort)),
});

/** `GET reports/{reportId}/`: enough to read the report on a screen, and later offline. */
export const reportDetail = z.object({
	report: reportSummary,
	/** Without frameworks that the workspace added: earlier versions of the app take no others than ours. */
	request: z.extend(reportRequest, { frameworks: z.optional(z.array(shippedId)) }),
	/** The frameworks that the workspace added and the report was asked to cover. */
	ownFrameworks: z._default(z.array(ownFrameworkId), []),
	formats: z.array(reportFormat),
	shares: z.array(reportShare),
	/** Its text in short: the same sections as in the document. Empty until it is completed. */
	sections: z.array(sectionInShort),
});
export type ReportDetail = z.infer<typeof reportDetail>;

/** A request as it is in an answer. */
export function requestInAnswer({
	frameworks,
	...request
}: ReportRequest): Pick<ReportDetail, "request" | "ownFrameworks"> {
	const ours = frameworks?.filter((id): id is ShippedId => !isOwn(id));
	return { request: { ...request, ...(ours && { frameworks: ours }) }, ownFrameworks: frameworks?.filter(isOwn) ?? [] };
}

/** The request that a report was made by. */
export function requestIn({ request, ownFrameworks }: Pick<ReportDetail, "request" | "ownFrameworks">): ReportRequest {
	const frameworks = [...(request.frameworks ?? []), ...ownFrameworks];
	return { ...request, ...(frameworks.length > 0 && { frameworks }) };
}

export const SHARE_DAYS = [1, 7, 30] as const;

/** `POST reports/{reportId}/shares/`. */
export const shareRequest = z.strictObject({
	days: z.literal([...SHARE_DAYS], `A link is good for ${SHARE_DAYS.join(", ")} days.`),
});

/** 201: the only answer that contains the link. */
export const shareMade = z.object({ share: reportShare, url: z.url() });
export type ShareMade = z.infer<typeof shareMade>;
