import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Entry, Outbox } from "./entry.ts";
import { workspaceOf } from "./scope.ts";

/** What an account may do in one of its workspaces now, as the server's lists say. */
export type Access = {
	workspace: WorkspaceId;
	/** Whether its role allows work, which is all that entries ask for. */
	mayWork: boolean;
	/** The clients that are not archived. Absent if the list of clients was not read. */
	clients?: readonly ClientId[];
};

/** Whether what the entry was held for is solved: the account is a member again, its role is back, or the client is. */
function isSolved(entry: Entry, access: readonly Access[]): boolean {
	if (entry.status !== "held") return false;
	const workspace = workspaceOf(entry);
	const here = access.find((one) => one.workspace === workspace);
	switch (entry.reason) {
		case "workspace":
			return here !== undefined;
		case "role":
			return here?.mayWork === true;
		case "client":
			return entry.clientId !== undefined && here?.clients?.includes(entry.clientId) === true;
		default:
			return false;
	}
}

/**
 * Releases what was held for its workspace, role or client, if these lists of the server say that it is back. Call it whenever the
 * lists were read. Resolves to how many.
 */
export const releaseSolved = (
	outbox: Pick<Outbox, "releaseWhere">,
	account: AccountId,
	access: readonly Access[],
): Promise<number> => outbox.releaseWhere((entry) => entry.owner === account && isSolved(entry, access));
