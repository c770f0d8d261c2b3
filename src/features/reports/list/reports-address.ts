import type { ReportFilter } from "#contract/reports/reports.ts";

/** Specification, section 2: exactly these four. Incident reports are under all, and found by the search. */
export const TABS = ["all", "executive", "technical", "compliance"] as const;
type TabName = (typeof TABS)[number];

/** What the screen's address says: the tab, and what is searched for, as it was typed. */
export type ReportsAddress = { tab: TabName; q: string };

/** Anybody may have typed it: anything else than what we write is the first view. */
export function readAddress(query: URLSearchParams): ReportsAddress {
	return { tab: TABS.find((name) => name === query.get("tab")) ?? "all", q: (query.get("q") ?? "").slice(0, 200) };
}

/** The first view has no query. */
export function writeAddress({ tab, q }: ReportsAddress): URLSearchParams {
	const query = new URLSearchParams();
	if (tab !== "all") query.set("tab", tab);
	if (q !== "") query.set("q", q);
	return query;
}

/** The same as a filter of the API, without empty parts. */
export const filterOf = ({ tab, q }: ReportsAddress): ReportFilter => ({
	...(tab !== "all" && { category: tab }),
	...(q.trim() !== "" && { q: q.trim() }),
});
