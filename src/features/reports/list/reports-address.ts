import type { ReportFilter } from "#contract/reports/reports.ts";
import { listAddress, oneOf, typed } from "#src/ui/hooks/list-address.ts";

/** Specification, section 2: exactly these four. Incident reports are under All, and the search finds them. */
export const TABS = ["all", "executive", "technical", "compliance"] as const;

/** The tab and the search, as typed. */
export const { readAddress, writeAddress } = listAddress({ tab: oneOf(TABS, "all"), q: typed(200) });
type ReportsAddress = ReturnType<typeof readAddress>;

/** The same as a filter of the API, without empty parts. */
export const filterOf = ({ tab, q }: ReportsAddress): ReportFilter => ({
	...(tab !== "all" && { category: tab }),
	...(q.trim() !== "" && { q: q.trim() }),
});
