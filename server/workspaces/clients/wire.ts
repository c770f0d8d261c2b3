import type { ClientOverviews } from "#contract/workspaces/client-overview.ts";
import type { Base } from "../../base.ts";
import { createClientStore } from "../../db/workspaces/clients/client-store.ts";
import { readClientsState } from "../../db/workspaces/clients/clients-state.ts";
import type { Scope } from "../scope.ts";
import { overviewOf } from "./overview-of.ts";

export type Clients = ReturnType<typeof wireClients>;
export type ReadClientsOverview = (scope: Scope) => Promise<ClientOverviews>;

/** Clients of workspaces: their list, how they are doing, and handing one over. */
export function wireClients({ deps: { now }, walled }: Base) {
	const overview: ReadClientsOverview = async (scope) => {
		const at = now();
		return { clients: overviewOf(await readClientsState(walled, scope, at), at) };
	};
	return { store: createClientStore(walled, now), overview };
}
