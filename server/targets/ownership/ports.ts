import type { AccountId } from "#contract/ids.ts";
import type { HostOwnership } from "./host-ownership.ts";
import type { Look } from "./look-for-proof.ts";

/** The hosts that accounts say they own. Everything is by account: no account sees or uses those of another. */
export type OwnershipStore = {
	list(accountId: AccountId): Promise<HostOwnership[]>;
	find(accountId: AccountId, id: string): Promise<HostOwnership | undefined>;
	/** Adds a host, or returns the one that is there already; `full` when the account has too many. */
	add(
		accountId: AccountId,
		ownership: Pick<HostOwnership, "id" | "host" | "includesSubdomains" | "token">,
	): Promise<HostOwnership | "full">;
	/**
	 * Saves the result of a check. A proof that is gone no longer counts. `hasFile`: whether the file was at the host's own
	 * address; undefined if it was not looked for there.
	 */
	record(id: string, look: Look, hasFile: boolean | undefined): Promise<void>;
	remove(accountId: AccountId, id: string): Promise<boolean>;
};
