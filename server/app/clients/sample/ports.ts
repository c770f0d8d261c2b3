import type { Client } from "#contract/workspaces/workspaces.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** The client with sample data, of which a workspace has one or none. */
export type SampleStore = {
	/** "limit_reached": the workspace has as many clients as it can. "host_of_other_client": a client has a host of the sample. */
	add(scope: Scope): Promise<Client | "limit_reached" | "host_of_other_client">;
	remove(scope: Scope): Promise<void>;
};
