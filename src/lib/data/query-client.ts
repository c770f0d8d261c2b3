import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { ApiFailure } from "./api.ts";
import { registerWipe } from "./cached-data.ts";
import { keepQueries } from "./kept-data.ts";
import { keptStore } from "./kept-data-here.ts";

/** How long an answer counts as fresh, in milliseconds. What runs is kept up to date by its own events. */
const FRESH_MS = 15_000;
const TRIES = 3;
/** Before another try, in milliseconds; twice as long before the next. */
const PAUSE_MS = 1_000;
/** Changes of this long are written to the device together, in milliseconds. */
const KEEP_AFTER_MS = 200;
/** What is kept is shown without a word for so long while the server is asked, in milliseconds. */
const OVERDUE_MS = 2_000;

/** A refusal stays one: only what the network or a busy server did is worth another try. */
const mayRetry = (failures: number, error: unknown): boolean => {
	const refused = error instanceof ApiFailure && error.status !== null && error.status < 500;
	return !refused && failures < TRIES - 1;
};

const kept = keepQueries({
	store: keptStore,
	owner: () => {
		const state = readAccount();
		return state.status === "known" && !state.locked ? state.account.accountId : null;
	},
	later: (task) => void setTimeout(task, KEEP_AFTER_MS),
	overdue: (task) => void setTimeout(task, OVERDUE_MS),
});

/** Everything read from the server for the account this device knows: in this tab's memory, and kept on the device. */
export const queryClient = new QueryClient({
	queryCache: new QueryCache({ onError: lockOn401 }),
	defaultOptions: {
		queries: {
			staleTime: FRESH_MS,
			retry: mayRetry,
			// Without a network there is no pause to wait for: the query waits for the network itself.
			retryDelay: (failures) => (onlineManager.isOnline() ? PAUSE_MS * 2 ** failures : 0),
			// What is kept has to be looked for before a query waits for the network.
			networkMode: "offlineFirst",
			persister: kept.persister,
		},
	},
});
kept.watch(queryClient);

// Nobody may come back to this page.
if (typeof document !== "undefined") {
	document.addEventListener("visibilitychange", () => {
		if (document.visibilityState === "hidden") void kept.flush();
	});
}

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
