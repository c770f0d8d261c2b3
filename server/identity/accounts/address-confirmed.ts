import type { AccountId } from "#contract/ids.ts";

/** Runs when an account has proved that an address is its own. */
export type AddressConfirmed = {
	accountId: AccountId;
	/** `reset`: with the code for a new password, which proves nothing else about who registered. */
	by: "code" | "reset";
	now: Date;
};
