import type { FastifyRequest } from "fastify";
import { type ClientId, clientId, type WorkspaceId, workspaceId } from "#contract/ids.ts";
import { CLIENT, WORKSPACE } from "#contract/requests/headers.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import { CLIENT_UNKNOWN, OTHER_WORKSPACE } from "#server/platform/tenancy/refusals.ts";

/** No workspace: the account's own. No client: all that the member may see. */
export type AskedPlace = { workspaceId: WorkspaceId | null; clientId: ClientId | null };

type AskedOrRefused = ({ ok: true } & AskedPlace) | Refusal;

declare module "fastify" {
	interface FastifyContextConfig {
		/** The call is about the account's own workspace, whatever place it names (contract/operations.ts). */
		ownWorkspace?: true;
	}
}

/** An operation's schema drops the place from its query, so it is remembered here: a long answer asks for it again. */
const known = new WeakMap<FastifyRequest, AskedOrRefused>();

/** Where a request wants to act: from its headers, or from the query for addresses that cannot have headers. */
export function askedPlace(request: FastifyRequest): AskedOrRefused {
	const place = known.get(request) ?? readPlace(request);
	known.set(request, place);
	return place;
}

function readPlace(request: FastifyRequest): AskedOrRefused {
	if (request.routeOptions.config.ownWorkspace) return { ok: true, workspaceId: null, clientId: null };
	const query = request.query as Record<string, unknown>;
	const workspace = request.headers[WORKSPACE.toLowerCase()] ?? query.workspace;
	const client = request.headers[CLIENT.toLowerCase()] ?? query.clientId;
	const inWorkspace = workspace === undefined ? null : workspaceId.safeParse(workspace).data;
	const forClient = client === undefined ? null : clientId.safeParse(client).data;
	if (inWorkspace === undefined) return OTHER_WORKSPACE;
	if (forClient === undefined) return CLIENT_UNKNOWN;
	return { ok: true, workspaceId: inWorkspace, clientId: forClient };
}
