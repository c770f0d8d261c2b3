import type { Entry } from "#src/outbox/entry.ts";

/** `open`: not sent yet. */
export const FILTERS = ["open", "waiting", "held", "rejected", "sent"] as const;
export type Filter = (typeof FILTERS)[number];

export const FILTER_LABELS: Record<Filter, string> = {
	open: "Not sent",
	waiting: "Waiting",
	held: "Needs you",
	rejected: "Refused",
	sent: "Sent",
};

const TESTS: Record<Filter, (entry: Entry) => boolean> = {
	open: ({ status }) => status !== "accepted",
	waiting: ({ status }) => status === "queued" || status === "sending",
	held: ({ status }) => status === "held",
	rejected: ({ status }) => status === "rejected",
	sent: ({ status }) => status === "accepted",
};

export const filtered = (entries: readonly Entry[], filter: Filter): Entry[] => entries.filter(TESTS[filter]);

export function countsOf(entries: readonly Entry[]): Record<Filter, number> {
	const counts = { open: 0, waiting: 0, held: 0, rejected: 0, sent: 0 };
	for (const entry of entries) for (const filter of FILTERS) if (TESTS[filter](entry)) counts[filter]++;
	return counts;
}
