import type { AccountState } from "#src/lib/account/account.ts";
import { ApiFailure } from "./api-failure.ts";

/** What a screen about an account's data shows. */
export type AccountView<T> =
	/** The device knows no account. */
	| { status: "unknown" }
	| { status: "loading" }
	/** Offline, and not stored on this device. */
	| { status: "nothing-kept" }
	| { status: "failed"; why: string }
	/** `stale`: why the data is not current; null if it is. */
	| { status: "shown"; data: T; readAt: number; stale: string | null }
	| { status: "locked" }
	| { status: "signed-out" };

/** The parts of a query's state that a screen needs. */
export type Reading<T> = {
	data: T | undefined;
	error: unknown;
	/** When `data` was read, in milliseconds. */
	dataUpdatedAt: number;
	/** `paused`: waiting for a network. */
	fetchStatus: "fetching" | "paused" | "idle";
};

const NO_ANSWER = "The server did not answer.";

/** The message to show for a failed call. */
export const failureSentence = (error: unknown): string =>
	error instanceof ApiFailure && error.status !== null && error.message !== "" ? error.message : NO_ANSWER;

/** What to show for an account: stored data with its age, and never another person's data. */
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
