import type { AccountState } from "#src/lib/account/account.ts";

export type SignOutDeps = {
	/** Whether the server has confirmed that the session is over. */
	endSession(): Promise<boolean>;
	/** Deletes the account's data on this device. */
	wipe(): Promise<void>;
	/** While held, no tab and no worker sends anything for an account. */
	holdOutbox(held: boolean): Promise<void>;
	readAccount(): AccountState;
	writeAccount(state: AccountState): void;
	/** Prevents one session's end from overlapping with another's start. */
	lock<T>(task: () => Promise<T>): Promise<T>;
};

/**
 * Signing out: the device deletes its data first, no matter what the network does. Until the server has ended the session,
 * `signed-out` stops everything that would use it.
 */
export function createSignOut({ endSession, wipe, holdOutbox, readAccount, writeAccount, lock }: SignOutDeps) {
	async function endSignedOutSession(): Promise<boolean> {
		return lock(async () => {
			// Another tab has ended it, or a new sign-in has, which also ends the old session.
			if (readAccount().status !== "signed-out") return true;
			if (!(await endSession())) return false;
			await holdOutbox(false);
			writeAccount({ status: "unknown" });
			return true;
		});
	}

	return {
		endSignedOutSession,
		async signOut(): Promise<"ended" | "put-off"> {
			writeAccount({ status: "signed-out" });
			await Promise.all([holdOutbox(true), wipe()]);
			return (await endSignedOutSession()) ? "ended" : "put-off";
		},
	};
}
