import type { Respondent, RespondentState } from "#contract/assessments/respondents.ts";
import { counted } from "#contract/format/count.ts";
import { dayText, timeText } from "#contract/format/time.ts";

const STATE_LABELS: Record<RespondentState, string> = {
	sent: "Sent",
	opened: "Opened",
	confirmed: "Code confirmed",
	"part-sent": "Answers sent",
	ended: "Ended",
	revoked: "Revoked",
};

/** Whether the link can still be used to answer. */
export const isOpen = ({ state }: Pick<Respondent, "state">): boolean => state !== "ended" && state !== "revoked";

/** How far the respondent got, and how long the link works: `Answers sent: 2 of 3 sections · until 24 Dec 2026`. */
export function respondentText({ state, sections, parts, endsOn, revokedAt }: Respondent): string {
	const sent = parts.length === 0 ? "" : `: ${parts.length} of ${counted(sections.length, "section")}`;
	switch (state) {
		case "revoked":
			return `${STATE_LABELS.revoked}${revokedAt === null ? "" : ` ${dayText(revokedAt)}`}${parts.length === 0 ? "" : ` · answers sent${sent}`}`;
		case "ended":
			return `${STATE_LABELS.ended} ${dayText(endsOn)}${parts.length === 0 ? "" : ` · answers sent${sent}`}`;
		default:
			return `${STATE_LABELS[state]}${sent} · until ${dayText(endsOn)}`;
	}
}

/** What was sent, and when: `The company, 24 Nov 2026, 10:02`. */
export const partText = (title: string, sentAt: string): string => `${title}, ${timeText(sentAt)}`;
