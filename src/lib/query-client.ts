import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { readAccount, writeAccount } from "./account.ts";
import { ApiFailure } from "./api.ts";
import { registerWipe } from "./cached-data.ts";

/** How long an answer counts as fresh, in milliseconds. What runs is kept up to date by its own events. */
const FRESH_MS = 15_000;
const TRIES = 3;

/** A refusal stays one: only what the network or a busy server did is worth another try. */
const mayRetry = (failures: number, error: unknown): boolean => {
	const refused = error instanceof ApiFailure && error.status !== null && error.status < 500;
	return !refused && failures < TRIES - 1;
};

/** Everything read from the server for the account this device knows, in this tab's memory. */
export const queryClient = new QueryClient({
	queryCache: new QueryCache({ onError: lockOn401 }),
	defaultOptions: { queries: { staleTime: FRESH_MS, retry: mayRetry } },
});

registerWipe(async () => {
	await queryClient.cancelQueries();
	queryClient.clear();
});

// It takes every browser for online until an event says otherwise.
if (typeof navigator !== "undefined") onlineManager.setOnline(navigator.onLine !== false);

/**
 * A read that is refused for want of a session, or because the session is another account's by now, hides what is kept until
 * the same account signs in again. Another one's sign-in forgets it.
 */
function lockOn401(error: unknown): void {
	if (!(error instanceof ApiFailure) || error.status !== 401) return;
	const state = readAccount();
	if (state.status === "known" && !state.locked) writeAccount({ ...state, locked: true });
}
