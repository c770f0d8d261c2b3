import { LEAD_KINDS } from "#contract/operator/operator.ts";
import type { LeadKind } from "./operator-api.ts";

const TABS = ["now", "mail", "leads", "targets", "audit"] as const;
type TabName = (typeof TABS)[number];

/** What the screen’s address says: the tab, and the kind of leads that is shown. */
export type OperatorAddress = { tab: TabName; kind: LeadKind | "" };

export const readAddress = (query: URLSearchParams): OperatorAddress => ({
	tab: TABS.find((name) => name === query.get("tab")) ?? "now",
	kind: LEAD_KINDS.find((kind) => kind === query.get("kind")) ?? "",
});

export const writeAddress = ({ tab, kind }: OperatorAddress): URLSearchParams =>
	new URLSearchParams({ ...(tab !== "now" && { tab }), ...(tab === "leads" && kind !== "" && { kind }) });
