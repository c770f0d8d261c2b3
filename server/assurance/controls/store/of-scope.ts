import { type ClientId, ownClient } from "#contract/ids.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** The client whose controls a scope is about. */
export const clientOf = ({ workspaceId, clientId }: Seen): ClientId => clientId ?? ownClient(workspaceId);

/** Whether a control may be seen: `client` is a value of the statement, null for all clients. */
export const ofScope = (client: string, column = "client_id"): string =>
	`(${client}::uuid IS NULL OR ${column} = ${client})`;

/** The same for lists and counts: without a client, all except the sample, which is nobody's. */
export const ofScopeInAll = (client: string, workspace: string, column = "client_id"): string =>
	`(${column} = ${client} OR ${client}::uuid IS NULL
	   AND ${column} NOT IN (SELECT made_up.id FROM clients AS made_up WHERE made_up.workspace_id = ${workspace} AND made_up.sample))`;
