import type { ReportFilter } from "#contract/reports/reports.ts";
import { listAddress, oneOf, typed } from "#src/ui/hooks/list-address.ts";

/** Specification, section 2: exactly these four. Incident reports are under all, and found by the search. */
export const TABS = ["all", "executive", "technical", "compliance"] as const;

/** What the screen's address says: the tab, and what is searched for, as it was typed. */
export const { readAddress, writeAddress } = listAddress({ tab: oneOf(TABS, "all"), q: typed(200) });
type ReportsAddress = ReturnType<typeof readAddress>;

/** The same as a filter of the API, without empty parts. */
export const filterOf = ({ tab, q }: ReportsAddress): ReportFilter => ({
	...(tab !== "all" && { category: tab }),
	...(q.trim() !== "" && { q: q.trim() }),
});
