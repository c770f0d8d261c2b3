import type { AccountState } from "#src/lib/account/account.ts";

export type SignOutDeps = {
	/** Whether the server has said that the session is over. */
	endSession(): Promise<boolean>;
	/** Forgets what is kept of the account on this device. */
	wipe(): Promise<void>;
	/** While it is held, neither this tab nor another nor the worker sends anything for an account. */
	holdOutbox(held: boolean): Promise<void>;
	readAccount(): AccountState;
	writeAccount(state: AccountState): void;
	/** Keeps the end of one session apart from the beginning of another. */
	lock<T>(task: () => Promise<T>): Promise<T>;
};

/**
 * Signing out: the device forgets first, whatever the network does. Until the server has ended the session, `signed-out`
 * stands and holds back everything that would use it.
 */
export function createSignOut({ endSession, wipe, holdOutbox, readAccount, writeAccount, lock }: SignOutDeps) {
	async function endSignedOutSession(): Promise<boolean> {
		return lock(async () => {
			// Ended by another tab meanwhile, or somebody has signed in since, which ends it too.
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
