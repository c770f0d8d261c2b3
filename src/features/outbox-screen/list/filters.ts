import type { Entry } from "#src/requests/entry.ts";

/** `open`: everything that is not sent yet. Sent requests have their own list. */
const FILTERS = ["open", "held", "rejected"] as const;
export type Filter = (typeof FILTERS)[number];

export const FILTER_LABELS: Record<Filter, string> = {
	open: "Not sent",
	held: "Needs you",
	rejected: "Refused",
};

const TESTS: Record<Filter, (entry: Entry) => boolean> = {
	open: ({ status }) => status !== "accepted",
	held: ({ status }) => status === "held",
	rejected: ({ status }) => status === "rejected",
};

export const filtered = (entries: readonly Entry[], filter: Filter): Entry[] => entries.filter(TESTS[filter]);

export function countsOf(entries: readonly Entry[]): Record<Filter, number> {
	const counts = { open: 0, held: 0, rejected: 0 };
	for (const entry of entries) for (const filter of FILTERS) if (TESTS[filter](entry)) counts[filter]++;
	return counts;
}

/** The filters worth showing: none if they would all show the same. */
export function offeredFilters(counts: Record<Filter, number>, chosen: Filter): Filter[] {
	if (chosen === "open" && FILTERS.every((filter) => counts[filter] === 0 || counts[filter] === counts.open)) return [];
	return FILTERS.filter((filter) => filter === "open" || filter === chosen || counts[filter] > 0);
}
