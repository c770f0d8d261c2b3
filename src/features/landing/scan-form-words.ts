import type { Notice, Trouble } from "./scan-form-state.ts";

const PREFIX = "API error: ";
const UNKNOWN = "An unexpected error occurred.";

/** The red line of specification section 8, and where the request is now. */
export function troubleWords(trouble: Trouble): { error: string; kept: string | null } {
	if (trouble.type === "invalid") return { error: "Please enter a valid email and search value.", kept: null };
	const error = PREFIX + (trouble.message || UNKNOWN);
	switch (trouble.type) {
		case "refused":
			return { error, kept: null };
		case "waiting":
			return { error, kept: "Saved on this device; it will be sent again." };
		case "unsaved":
			return { error, kept: `${trouble.why} Keep this page open and submit again.` };
	}
}

export function noticeWords(notice: Notice): string {
	switch (notice.type) {
		case "queued":
			return "Saved on this device. It goes out when you are back online.";
		case "sent":
			return "Sent. Keep an eye on your email for your results.";
		case "sent-unsaved":
			return `Sent. ${notice.why} It could not have waited for a connection.`;
		case "refused-later":
			return `What was saved here was sent, and refused: ${notice.message || UNKNOWN} It is in the outbox.`;
	}
}
