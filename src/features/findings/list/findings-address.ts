import { FINDING_STATES, type FindingFilter } from "#contract/findings/vulnerabilities.ts";
import { findingQuery, readFindingFilter } from "#src/lib/findings/finding-filter.ts";
import { listAddress, oneOf } from "#src/ui/hooks/list-address.ts";

const TABS = [...FINDING_STATES, "all"] as const;

/** The tab and what a row is: a problem with its places, or one place. The first view shows open problems. */
const views = listAddress({
	state: oneOf(TABS, "open"),
	view: oneOf(["problems", "places"], "problems"),
});
type View = ReturnType<typeof views.readAddress>;
export type FindingsView = View["view"];

/** The screen's address: the tab, the view and the filter. */
export type FindingsAddress = { tab: View["state"]; view: FindingsView; filter: Omit<FindingFilter, "state"> };

export function readAddress(query: URLSearchParams): FindingsAddress {
	const { state: _, ...filter } = readFindingFilter(query);
	const { state: tab, view } = views.readAddress(query);
	return { tab, view, filter };
}

export const writeAddress = ({ tab, view, filter }: FindingsAddress): URLSearchParams =>
	new URLSearchParams([...findingQuery(filter), ...views.writeAddress({ state: tab, view })]);

/** The filter for the API. */
export const filterOf = ({ tab, filter }: FindingsAddress): FindingFilter =>
	tab === "all" ? filter : { ...filter, state: tab };

/** How many filters are set besides the tab. */
export const filterCount = (filter: FindingsAddress["filter"]): number => Object.values(filter).filter(Boolean).length;
