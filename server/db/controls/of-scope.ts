import { type ClientId, ownClient } from "#contract/ids.ts";
import type { Seen } from "../../workspaces/scope.ts";

/** The client whose controls a scope is about. */
export const clientOf = ({ workspaceId, clientId }: Seen): ClientId => clientId ?? ownClient(workspaceId);

/** Whether a control may be seen: `client` is a value of the statement, null for all clients. */
export const ofScope = (client: string, column = "client_id"): string =>
	`(${client}::uuid IS NULL OR ${column} = ${client})`;
