import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";

/** The client that a host was given. */
export type HostsClient = { id: ClientId; archived: boolean };
/** Undefined if none was. */
export type ClientOfHost = (workspace: WorkspaceId, host: string) => Promise<HostsClient | undefined>;

/** One host has one client: what scans find there belongs to that client, so nothing is created there for another. */
export function refusePlace(
	host: string,
	clientId: ClientId | null,
	known: HostsClient | undefined,
): Refusal | undefined {
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
			`${host} belongs to a client that is archived, so nothing new is created for it. An owner or manager can restore it.`,
		);
	}
	return undefined;
}
