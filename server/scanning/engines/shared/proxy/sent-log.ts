import type { SentItem } from "#contract/findings/findings.ts";
import { unlistedItem } from "#contract/findings/sent.ts";
import { redactRequest } from "../redact.ts";

/** How much of what a tool sends is listed. */
export const LISTED_REQUESTS = 500;

/** What went through the proxy, each line with its outcome once there is one. Bounded: the rest is only counted. */
export function createSentLog(address: string, now: () => Date) {
	const items: SentItem[] = [];
	let more = 0;
	return {
		add(what: string): (outcome: string) => void {
			if (items.length >= LISTED_REQUESTS) {
				more++;
				return () => undefined;
			}
			const item = {
				at: now().toISOString(),
				what: redactRequest(what),
				address,
				outcome: "no answer yet",
			};
			items.push(item);
			return (outcome) => {
				item.outcome = outcome;
			};
		},
		list(): SentItem[] {
			const listed = structuredClone(items);
			if (more === 0) return listed;
			return [...listed, unlistedItem(more, now().toISOString(), address)];
		},
	};
}
