import type { RespondentState } from "#contract/assessments/respondents.ts";

type Progress = {
	/** The last day (UTC). */
	endsOn: string;
	openedAt: Date | null;
	confirmedAt: Date | null;
	revokedAt: Date | null;
	parts: number;
};

/** How far a respondent got. A revoked link does not expire anymore. */
export function respondentState(
	{ endsOn, openedAt, confirmedAt, revokedAt, parts }: Progress,
	today: string,
): RespondentState {
	if (revokedAt) return "revoked";
	if (endsOn < today) return "ended";
	if (parts > 0) return "part-sent";
	if (confirmedAt) return "confirmed";
	return openedAt ? "opened" : "sent";
}
