import { FINDING_STATES, type FindingFilter, type FindingState } from "#contract/findings/vulnerabilities.ts";
import { findingQuery, readFindingFilter } from "#src/lib/findings/finding-filter.ts";

/** The screen's tabs. */
type FindingTab = FindingState | "all";

/** What a row is: a problem with its places, or one place. */
export type FindingsView = "problems" | "places";

/** The screen's address: the tab, the view and the filter. */
export type FindingsAddress = { tab: FindingTab; view: FindingsView; filter: Omit<FindingFilter, "state"> };

/** Anything we would not write shows the first view: open problems. */
export function readAddress(query: URLSearchParams): FindingsAddress {
	const { state: _, ...filter } = readFindingFilter(query);
	const asked = query.get("state");
	const tab = asked === "all" ? "all" : (FINDING_STATES.find((state) => state === asked) ?? "open");
	return { tab, view: query.get("view") === "places" ? "places" : "problems", filter };
}

/** The first view has no query. */
export function writeAddress({ tab, view, filter }: FindingsAddress): URLSearchParams {
	const query = findingQuery(filter);
	if (tab !== "open") query.set("state", tab);
	if (view !== "problems") query.set("view", view);
	return query;
}

/** The filter for the API. */
export const filterOf = ({ tab, filter }: FindingsAddress): FindingFilter =>
	tab === "all" ? filter : { ...filter, state: tab };

/** How many filters are set besides the tab. */
export const filterCount = (filter: FindingsAddress["filter"]): number => Object.values(filter).filter(Boolean).length;
