import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { ApiFailure } from "./api-failure.ts";
import { keptStore } from "./cache/browser-kept-data.ts";
import { registerWipe } from "./cache/cached-data.ts";
import { keepQueries } from "./cache/kept-data.ts";

/** How long an answer counts as fresh, in milliseconds. Events keep running scans up to date. */
const FRESH_MS = 15_000;
const TRIES = 3;
/** The wait before a retry, in milliseconds. It doubles each time. */
const PAUSE_MS = 1_000;
/** How long changes are collected before they are written to the device, in milliseconds. */
const KEEP_AFTER_MS = 200;
/** How long stored data is shown without a notice while the server is asked, in milliseconds. */
const OVERDUE_MS = 2_000;

/** Only network failures and busy servers are worth a retry. A refusal is final. */
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

/** Everything read from the server for the account this device knows, in this tab's memory and stored on the device. */
export const queryClient = new QueryClient({
	queryCache: new QueryCache({ onError: lockOn401 }),
	defaultOptions: {
		queries: {
			staleTime: FRESH_MS,
			retry: mayRetry,
			// Without a network there is no retry to wait for: the query itself waits for the network.
			retryDelay: (failures) => (onlineManager.isOnline() ? PAUSE_MS * 2 ** failures : 0),
			// Stored data has to be read before a query waits for the network.
			networkMode: "offlineFirst",
			persister: kept.persister,
		},
	},
});
kept.watch(queryClient);

// The user may not come back to this page.
if (typeof document !== "undefined") {
	document.addEventListener("visibilitychange", () => {
		if (document.visibilityState === "hidden") void kept.flush();
	});
}

registerWipe(async () => {
	await queryClient.cancelQueries();
	queryClient.clear();
});

// It assumes that every browser is online until an event says otherwise.
if (typeof navigator !== "undefined") onlineManager.setOnline(navigator.onLine !== false);

/**
 * If a read is refused because the session has ended or now belongs to another account, stored data is hidden until the same account
 * signs in again. Another account's sign-in deletes it.
 */
function lockOn401(error: unknown): void {
	// The session is fine: it is one workspace that is closed to it (src/lib/workspace/access/lost-workspace.ts).
	if (!(error instanceof ApiFailure) || error.status !== 401 || error.code === "other_workspace") return;
	const state = readAccount();
	if (state.status === "known" && !state.locked) writeAccount({ ...state, locked: true });
}
