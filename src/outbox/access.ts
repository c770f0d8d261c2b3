import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Entry } from "./entry.ts";
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
export function isSolved(entry: Entry, access: readonly Access[]): boolean {
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
