import { SKIP_WAITING } from "#contract/requests/worker.ts";

/** Whether a page's message says that the user accepted the update. */
export function isSkipWaiting(data: unknown): boolean {
	return typeof data === "object" && data !== null && "type" in data && data.type === SKIP_WAITING.type;
}
