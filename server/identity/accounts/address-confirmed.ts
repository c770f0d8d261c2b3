import type { AccountId } from "#contract/ids.ts";

/** The moment in which an account has shown that an address is its own. */
export type AddressConfirmed = {
	accountId: AccountId;
	/** `reset`: with the code for a new password, so that nothing else is known of who registered. */
	by: "code" | "reset";
	now: Date;
};
