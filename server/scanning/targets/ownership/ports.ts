import type { Seen } from "#server/platform/tenancy/scope.ts";
import type { HostOwnership } from "./host-ownership.ts";
import type { Look } from "./look-for-proof.ts";

/** The hosts that workspaces say they own. Everything is by workspace: none sees or uses those of another. */
export type OwnershipStore = {
	list(seen: Seen): Promise<HostOwnership[]>;
	find(seen: Seen, id: string): Promise<HostOwnership | undefined>;
	/** Adds a host, or returns the one that is there already; `full` when the workspace has too many. */
	add(
		seen: Seen,
		ownership: Pick<HostOwnership, "id" | "host" | "includesSubdomains" | "token">,
	): Promise<HostOwnership | "full">;
	/**
	 * Saves the result of a check. A proof that is gone no longer counts. `hasFile`: whether the file was at the host's own
	 * address; undefined if it was not looked for there.
	 */
	record(id: string, look: Look, hasFile: boolean | undefined): Promise<void>;
	remove(seen: Seen, id: string): Promise<boolean>;
};
