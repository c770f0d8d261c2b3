import type { Notice, Submission, Trouble } from "#src/lib/submission/submission-state.ts";
import { keptText, messageOf } from "#src/lib/submission/trouble-text.ts";

const UNKNOWN = "An unexpected error occurred.";

/** The red line of specification section 8, and where the request is now. */
export function troubleText(trouble: Trouble, state: Submission): { error: string; kept: string | null } {
	const error =
		trouble.type === "invalid"
			? "Please enter a valid email and search value."
			: `API error: ${messageOf(trouble) || UNKNOWN}`;
	return { error, kept: keptText(trouble, state) };
}

export function noticeText(notice: Notice): string {
	switch (notice.type) {
		case "queued":
			return "Saved on this device. It will be sent when you are back online.";
		case "sent":
			return "Sent. Keep an eye on your email for your results.";
		case "sent-unsaved":
			return `Sent. ${notice.why} It could not have waited for a connection.`;
		case "refused-later":
			return `The saved request was sent and refused: ${notice.message || UNKNOWN} It is in the outbox.`;
	}
}
