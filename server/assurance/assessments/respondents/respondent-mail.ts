import type { RespondentId } from "#contract/assessments/respondents.ts";

/** An email with a link, as its job knows it. It is not sent if a newer one was requested by then. */
export type RespondentMail = { respondentId: RespondentId; version: number };
