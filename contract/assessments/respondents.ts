import * as z from "zod/mini";
import { emailAddress } from "#contract/accounts/email-address.ts";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { accountId } from "#contract/ids.ts";
import { sectionId } from "./template.ts";

/** Most people asked through links for one assessment. Links that ended count for 30 more days. */
export const RESPONDENTS_LIMIT = 50;
/** How long a link works by default, and at most. */
export const LINK_DAYS = 30;
export const LINK_DAYS_LIMIT = 180;

export const respondentId = z.uuid("This is not a respondent’s ID.").brand<"RespondentId">();
export type RespondentId = z.infer<typeof respondentId>;

/** Sections of the assessment's template. */
const sections = z
	.array(sectionId, "Please choose sections.")
	.check(z.minLength(1, "Please choose at least one section."), z.maxLength(40, "That is too many sections."));

/** `POST assessments/{assessmentId}/respondents/`: asks a person without an account. */
export const respondentRequest = z.strictObject({
	/** Members see it beside the answers. Untrusted text. */
	name: z
		.string("Please give a name.")
		.check(inOneLine(), z.trim(), z.minLength(1, "Please give a name."), atMost(120, "That name is too long.")),
	/** Where the link and the codes go. */
	email: emailAddress,
	sections,
	/** The last day (UTC) on which the link works: from today on, and at most LINK_DAYS_LIMIT days away. */
	endsOn: z.iso.date("Please give the last day as YYYY-MM-DD."),
});
export type RespondentRequest = z.infer<typeof respondentRequest>;

/**
 * How far a respondent has got. `opened`: the link was opened. `confirmed`: a code from the mailbox was entered. `part-sent`: a
 * section was sent. A link ends after its last day, or when it is revoked.
 */
const RESPONDENT_STATES = ["sent", "opened", "confirmed", "part-sent", "ended", "revoked"] as const;
export type RespondentState = (typeof RESPONDENT_STATES)[number];

/** A section that a respondent sent, and when they last sent it. */
export const sentPart = z.object({ section: sectionId, sentAt: z.iso.datetime() });

/** A person asked through a link. */
const respondent = z.object({
	id: respondentId,
	name: z.string(),
	email: z.string(),
	sections,
	state: z.enum(RESPONDENT_STATES),
	/** Who made the link. */
	askedBy: z.object({ accountId, name: z.string() }),
	createdAt: z.iso.datetime(),
	endsOn: z.iso.date(),
	/** Null: not yet. */
	openedAt: z.nullable(z.iso.datetime()),
	confirmedAt: z.nullable(z.iso.datetime()),
	revokedAt: z.nullable(z.iso.datetime()),
	parts: z.array(sentPart),
});
export type Respondent = z.infer<typeof respondent>;

/** `GET assessments/{assessmentId}/respondents/`: newest first. */
export const respondentList = z.object({ respondents: z.array(respondent) });

/** The only answer that contains the link. The respondent also gets an email, whose link has its own secret. */
export const respondentAsked = z.object({ respondent, url: z.url() });
