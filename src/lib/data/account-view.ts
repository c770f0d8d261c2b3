import type { AccountState } from "#src/lib/account/account.ts";
import { ApiFailure } from "./api.ts";

/** What a screen about an account's data shows. */
export type AccountView<T> =
	/** The device knows no account. */
	| { status: "unknown" }
	| { status: "loading" }
	/** Offline, and nothing was read before. */
	| { status: "nothing-kept" }
	| { status: "failed"; why: string }
	/** `stale`: why what is shown is not from now; null when it is. */
	| { status: "shown"; data: T; readAt: number; stale: string | null }
	| { status: "locked" }
	| { status: "signed-out" };

/** One reading of the server, as far as a screen has to know. */
export type Reading<T> = {
	data: T | undefined;
	error: unknown;
	/** When `data` was read, milliseconds. */
	dataUpdatedAt: number;
	/** `paused`: it waits for a network. */
	fetchStatus: "fetching" | "paused" | "idle";
};

const NO_ANSWER = "The server did not answer.";

/** What a person is told about a call that failed. */
export const failureSentence = (error: unknown): string =>
	error instanceof ApiFailure && error.status !== null && error.message !== "" ? error.message : NO_ANSWER;

/** By the rules for who is signed in, offline: cached data is shown with its age, and never to the wrong person. */
export function accountView<T>(account: AccountState, reading: Reading<T>, online: boolean): AccountView<T> {
	if (account.status === "unknown") return { status: "unknown" };
	if (account.status === "signed-out") return { status: "signed-out" };
	if (account.locked) return { status: "locked" };
	const { data, error, dataUpdatedAt: readAt, fetchStatus } = reading;
	if (data !== undefined) {
		const stale = !online ? "There is no connection." : error ? failureSentence(error) : null;
		return { status: "shown", data, readAt, stale };
	}
	if (error) return { status: "failed", why: failureSentence(error) };
	return { status: fetchStatus === "paused" ? "nothing-kept" : "loading" };
}
