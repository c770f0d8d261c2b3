import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** The client that a host was given; undefined if none was. */
export type ClientOfHost = (
	workspace: WorkspaceId,
	host: string,
) => Promise<{ id: ClientId; archived: boolean } | undefined>;

/** One host has one client: what scans find there is that client's, so nothing is created there for another. */
export async function refusePlace(
	host: string,
	{ workspaceId, clientId }: { workspaceId: WorkspaceId; clientId: ClientId | null },
	clientOfHost: ClientOfHost,
): Promise<Refusal | undefined> {
	const known = await clientOfHost(workspaceId, host);
	if (known && clientId !== null && known.id !== clientId) {
		return refuse(
			"host_of_other_client",
			`${host} belongs to another client of this workspace, so nothing was started for this one. Please do it there, or move the host first under Assets.`,
			{ host },
		);
	}
	if (known?.archived) {
		return refuse(
			"client_archived",
			`${host} belongs to a client that is archived, so nothing new is created for it. An owner or manager can bring it back.`,
		);
	}
	return undefined;
}
