import type { RespondentId } from "#contract/assessments/respondents.ts";

/** A section was sent. */
export type PartNotice = { respondentId: RespondentId; section: string };
