import type { AccountId } from "#contract/ids.ts";
import type { Claim } from "./claim.ts";
import type { Look } from "./look-for-proof.ts";

/** What is kept of claims. All of it is by account: nobody sees or uses another one's. */
export type ClaimStore = {
	list(accountId: AccountId): Promise<Claim[]>;
	find(accountId: AccountId, id: string): Promise<Claim | undefined>;
	/** The claim on this host that is there already, else a new one; `full` when the account has too many. */
	claim(
		accountId: AccountId,
		claim: Pick<Claim, "id" | "host" | "includesSubdomains" | "token">,
	): Promise<Claim | "full">;
	/**
	 * Saves the result of a check. A proof that is gone no longer counts. `hasFile`: whether the file was at the host's own
	 * address; undefined if it was not looked for there.
	 */
	record(id: string, look: Look, hasFile: boolean | undefined): Promise<void>;
	remove(accountId: AccountId, id: string): Promise<boolean>;
};
