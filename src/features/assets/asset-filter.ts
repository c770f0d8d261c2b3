import type { Asset } from "#contract/findings/assets.ts";
import { EVALUATION_WORDS } from "#contract/findings/host-evaluation.ts";
import { listAddress, oneOf, typed } from "#src/ui/hooks/list-address.ts";

/** What hosts can be chosen by, beside their name and client. */
export const SHOWS = ["failed", "not-scanned", "partial", "full", "unverified"] as const;
export type Show = (typeof SHOWS)[number];

export const SHOW_LABELS: Record<Show, string> = { ...EVALUATION_WORDS, unverified: "Not verified yet" };

/** Which hosts are shown, as the screen's address has it. */
export const { readAddress, writeAddress } = listAddress({ q: typed(), show: oneOf(SHOWS, "") });
type AssetFilter = ReturnType<typeof readAddress>;

export const isFiltered = ({ q, show }: AssetFilter): boolean => q.trim() !== "" || show !== "";

export function matches({ host, client, claim, evaluation }: Asset, { q, show }: AssetFilter): boolean {
	if (!`${host}\n${client.toLowerCase()}`.includes(q.trim().toLowerCase())) return false;
	if (show === "unverified") return claim?.status === "unproven";
	return show === "" || evaluation.status === show;
}
