import type { WorkspaceId } from "#contract/ids.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { type Access, releaseSolved, waitingForClients } from "#src/requests/access.ts";

/**
 * Releases what this device's outbox held for a workspace, role or client, if what the server just answered says that it is back.
 * Resolves to the workspaces whose clients have to be read as well.
 */
export async function releaseBack(access: readonly Access[]): Promise<WorkspaceId[]> {
	const state = readAccount();
	if (state.status !== "known") return [];
	const { accountId } = state.account;
	try {
		const { browserOutbox } = await import("#src/lib/outbox/browser-outbox.ts");
		const outbox = browserOutbox();
		await releaseSolved(outbox, accountId, access);
		return await waitingForClients(outbox, accountId, access);
	} catch {
		// Without storage nothing is held.
		return [];
	}
}
