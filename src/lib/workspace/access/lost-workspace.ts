import type { WorkspaceId } from "#contract/ids.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { keptStore } from "#src/lib/data/cache/browser-kept-data.ts";
import { registerWipe } from "#src/lib/data/cache/cached-data.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { forgetChoice } from "../choice.ts";
import { forgetLastClients } from "../clients/pick-client.ts";
import { scopeIn } from "../scope.ts";

/** Another tab may still have the lost data in memory and would store it again. */
const KEY = "plumbline-lost-workspace";

/** Deletes what this device kept of a workspace (null: the account's own). Its outbox entries stay but are held. */
async function forget(workspace: WorkspaceId | null): Promise<void> {
	const isGone = (key: readonly unknown[]) => scopeIn(key).workspace === workspace;
	const about = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isGone(queryKey) };
	forgetLastClients();
	await queryClient.cancelQueries(about);
	queryClient.removeQueries(about);
	const state = readAccount();
	if (state.status !== "known") return;
	// Without storage, nothing was kept.
	await keptStore.removeAll(state.account.accountId, isGone).catch(() => undefined);
}

/** The same in every tab. */
export async function loseWorkspace(workspace: WorkspaceId | null): Promise<void> {
	try {
		localStorage.setItem(KEY, JSON.stringify({ workspace, at: Date.now() }));
	} catch {
		// Then the other tabs find out on their next call.
	}
	await forget(workspace);
}

/** Handles losses reported by other tabs until the returned function is called. */
export function watchLosses(): () => void {
	const listener = ({ key, newValue }: StorageEvent) => {
		if (key !== KEY || newValue === null) return;
		const { workspace } = JSON.parse(newValue) as { workspace: WorkspaceId | null };
		void forget(workspace);
	};
	addEventListener("storage", listener);
	return () => removeEventListener("storage", listener);
}

registerWipe(() => {
	forgetChoice();
	forgetLastClients();
});
