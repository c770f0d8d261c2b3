import type { AssessmentId } from "#contract/assessments/assessments.ts";
import type { RespondAnswer, RespondDetail, RespondOffer, RespondPart } from "#contract/assessments/respond.ts";
import type { Respondent, RespondentId, RespondentRequest } from "#contract/assessments/respondents.ts";
import type { WordAccepted } from "#contract/controls/controls.ts";
import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Counter, Point } from "#server/platform/db/counter.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** One of the people who are asked about an assessment. */
export type OfAssessment = { assessmentId: AssessmentId; respondentId: RespondentId };

type No<Because extends string> = { ok: false; because: Because };
type Limited = { ok: false; because: "rate_limited"; retryAfter: number };

/** What members do with links. */
export type RespondentStore = {
	/** Undefined if there is no such assessment. */
	list(scope: Scope, assessmentId: AssessmentId): Promise<Respondent[] | undefined>;
	/** Stores a link and queues its email. `shownHash`: of the token that the member is shown. */
	ask(
		scope: Scope,
		assessmentId: AssessmentId,
		asked: { request: RespondentRequest; shownHash: Buffer },
	): Promise<
		| { ok: true; respondent: Respondent }
		| No<"not_found" | "closed" | "no_section" | "bad_end" | "limit_reached">
		| Limited
	>;
	/** Queues an email with another link. The earlier ones are dead at once. */
	askAgain(
		scope: Scope,
		of: OfAssessment,
		shownHash: Buffer,
	): Promise<{ ok: true; respondent: Respondent } | No<"not_found" | "closed" | "ended"> | Limited>;
	/** Ends its sessions, too. Again: no effect. False if there is no such respondent. */
	revoke(scope: Scope, of: OfAssessment): Promise<boolean>;
};

/** A link that works: whose it is, and what it opens. */
export type OpenLink = {
	respondentId: RespondentId;
	workspaceId: WorkspaceId;
	clientId: ClientId;
	assessmentId: AssessmentId;
	name: string;
	sections: readonly string[];
	/** The last day (UTC). */
	endsOn: string;
};

/** An email with a link, as its job knows it. It is not sent if a newer one was asked for by then. */
export type RespondentMail = { respondentId: RespondentId; version: number };
/** An email with a code for the link whose token has this hash, in hex. Whether there is one is found out when it is sent. */
export type CodeMail = { tokenHash: string };
/** A section was sent. */
export type PartNotice = { respondentId: RespondentId; section: string };

type Code = { respondentId: RespondentId; codeHash: string };

/** What the people behind links do. A token, or a session, is all that they have. */
export type RespondStore = {
	takePoint(counter: Counter): Promise<Point>;
	returnPoint(counter: Counter): Promise<void>;
	/** What a link is about, and that it was opened. Undefined if no link that works has this token. */
	offer(tokenHash: Buffer): Promise<(Omit<RespondOffer, "email"> & { email: string }) | undefined>;
	enqueueCode(mail: CodeMail): Promise<void>;
	/** The code of a link that works, as long as it may be tried. */
	code(tokenHash: Buffer): Promise<Code | undefined>;
	/** Counts a try. False if it was the last one before. */
	countTry(code: Code): Promise<boolean>;
	/** Spends the code for a session. Undefined if it was spent or the link ended meanwhile. */
	begin(code: Code, sessionHash: Buffer): Promise<{ endsOn: string } | undefined>;
	endSession(sessionHash: Buffer): Promise<void>;
	/** The link of a session, as long as it works. */
	session(respondentId: RespondentId, sessionHash: Buffer): Promise<OpenLink | undefined>;
	detail(link: OpenLink): Promise<RespondDetail>;
	answer(
		link: OpenLink,
		said: { key: string | null; request: RespondAnswer },
	): Promise<
		| { ok: true; answer: WordAccepted }
		| { ok: false; because: "does_not_fit"; why: string }
		| No<"no_session" | "already_finished" | "limit_reached" | "id_taken" | "idempotency_mismatch">
		| Limited
	>;
	/** Queues a notice for the member who made the link. */
	part(
		link: OpenLink,
		said: { key: string | null; request: RespondPart },
	): Promise<
		| { ok: true; answer: WordAccepted }
		| No<"no_session" | "already_finished" | "no_section" | "idempotency_mismatch">
		| Limited
	>;
};

/** What the emails to respondents need. */
export type RespondMails = {
	/** Where an email with a link goes; undefined if there is no reason for it anymore. */
	invited(mail: RespondentMail): Promise<string | undefined>;
	/** Stores the hash of its token. Undefined as above. */
	saveToken(mail: RespondentMail, tokenHash: Buffer): Promise<{ workspace: string; endsOn: string } | undefined>;
	/** Where a code goes. */
	codeAddress(tokenHash: Buffer): Promise<string | undefined>;
	/** Replaces an earlier code. */
	saveCode(tokenHash: Buffer, code: { codeHash: string; expiresAt: Date }): Promise<{ workspace: string } | undefined>;
};
