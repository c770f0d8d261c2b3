import type { Asset } from "#contract/findings/assets.ts";
import { EVALUATION_WORDS } from "#contract/findings/host-evaluation.ts";

/** What hosts can be chosen by, beside their name and client. */
export const SHOWS = ["failed", "not-scanned", "partial", "full", "unverified"] as const;
export type Show = (typeof SHOWS)[number];

export const SHOW_LABELS: Record<Show, string> = { ...EVALUATION_WORDS, unverified: "Not verified yet" };

/** Which hosts are shown, as the screen's address has it. */
export type AssetFilter = { q: string; show: Show | "" };

/** Anyone may have typed the address: a part that cannot be read filters nothing. */
export const readFilter = (query: URLSearchParams): AssetFilter => ({
	q: query.get("q") ?? "",
	show: SHOWS.find((show) => show === query.get("show")) ?? "",
});

export const writeFilter = (filter: AssetFilter): URLSearchParams =>
	new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));

export const isFiltered = ({ q, show }: AssetFilter): boolean => q.trim() !== "" || show !== "";

export function matches({ host, client, claim, evaluation }: Asset, { q, show }: AssetFilter): boolean {
	if (!`${host}\n${client.toLowerCase()}`.includes(q.trim().toLowerCase())) return false;
	if (show === "unverified") return claim?.status === "unproven";
	return show === "" || evaluation.status === show;
}
