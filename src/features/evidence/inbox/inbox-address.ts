import type { EvidenceFilter } from "#contract/evidence/evidence.ts";

export const TABS = ["all", "unlinked", "linked"] as const;
type TabName = (typeof TABS)[number];

/** What the inbox's address says: the tab, and what is searched for, as it was typed. */
export type InboxAddress = { tab: TabName; q: string };

/** Anybody may have typed it: anything else than what we write is the first view. */
export const readAddress = (query: URLSearchParams): InboxAddress => ({
	tab: TABS.find((name) => name === query.get("tab")) ?? "all",
	q: (query.get("q") ?? "").slice(0, 200),
});

/** The first view has no query. */
export function writeAddress({ tab, q }: InboxAddress): URLSearchParams {
	const query = new URLSearchParams();
	if (tab !== "all") query.set("tab", tab);
	if (q !== "") query.set("q", q);
	return query;
}

/** The same as a filter of the API, without empty parts. */
export const filterOf = ({ tab, q }: InboxAddress): EvidenceFilter => ({
	...(tab !== "all" && { linked: tab === "linked" ? "yes" : "no" }),
	...(q.trim() !== "" && { q: q.trim() }),
});
