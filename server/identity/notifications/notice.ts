import type { NotificationChoices, ScanNotice } from "#contract/accounts/notifications.ts";

type Ended = {
	status: "completed" | "failed";
	/** Serious findings that were not there before. */
	serious: number;
	choices: NotificationChoices;
};

/** The one notice to send about a scan that has ended, the most serious first; null if the account does not want any. */
export function noticeKind({ serious, choices }: Ended): ScanNotice["kind"] | null {
	if (serious > 0 && choices.newFinding) return "new-finding";
	return choices.scanFinished ? "scan-finished" : null;
}
