import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { can, type Role } from "#contract/workspaces/roles.ts";
import type { Client, Membership } from "#contract/workspaces/workspaces.ts";
import type { Entry, Outbox } from "./entry.ts";
import { workspaceOf } from "./scope.ts";

/** What an account may do in one of its workspaces now, as the server's lists say. */
export type Access = Pick<Membership, "id" | "role"> & {
	/** Absent if the list of clients wasn't read. */
	clients?: readonly Pick<Client, "id" | "archivedAt">[];
};

/** Whether a role allows what was refused. A refusal that names no roles is about a review, which only some roles may do. */
function allows(role: Role, details: Record<string, unknown> | undefined): boolean {
	const needs = details?.needs;
	return Array.isArray(needs) ? needs.includes(role) : can(role, "arrange");
}

/** Whether the reason for holding the entry is resolved: the account is a member again, or its role or the client is back. */
function isSolved(entry: Entry, access: readonly Access[]): boolean {
	if (entry.status !== "held") return false;
	const workspace = workspaceOf(entry);
	const here = access.find(({ id }) => id === workspace);
	if (!here) return false;
	switch (entry.reason) {
		case "workspace":
			return true;
		case "role":
			return allows(here.role, entry.error?.details);
		case "client":
			return here.clients?.some(({ id, archivedAt }) => id === entry.clientId && archivedAt === null) === true;
		default:
			return false;
	}
}

/**
 * Releases entries held for their workspace, role, or client if these lists from the server say it is back. Resolves to how many. Includes
 * sealed entries, because none of these fields are encrypted.
 */
export const releaseSolved = (
	outbox: Pick<Outbox, "releaseWhere">,
	account: AccountId,
	access: readonly Access[],
): Promise<number> => outbox.releaseWhere((entry) => entry.owner === account && isSolved(entry, access));

/** The workspaces whose clients must be read to know whether more entries can be released. */
export async function waitingForClients(
	outbox: Pick<Outbox, "contents">,
	account: AccountId,
	access: readonly Access[],
): Promise<WorkspaceId[]> {
	const { entries } = await outbox.contents();
	const held = entries.filter(
		(entry) => entry.owner === account && entry.status === "held" && entry.reason === "client",
	);
	const waiting = new Set(held.map(workspaceOf));
	return access.flatMap(({ id, clients }) => (clients === undefined && waiting.has(id) ? id : []));
}
