import type { NotificationChoices, PushMessage } from "#contract/notifications.ts";

type Ended = {
	status: "completed" | "failed";
	/** Serious findings that were not there before. */
	serious: number;
	choices: NotificationChoices;
};

/** What a device is told of a scan that has ended: one thing, the gravest; null where the account wants none of it. */
export function kindOf({ serious, choices }: Ended): PushMessage["kind"] | null {
	if (serious > 0 && choices.newFinding) return "new-finding";
	return choices.scanFinished ? "scan-finished" : null;
}
