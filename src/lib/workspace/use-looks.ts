import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Workspace } from "#contract/workspaces/workspaces.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import type { Looks } from "#src/lib/outbox/looks.ts";
import { named, workspaceIn } from "./scope.ts";
import { activeClients, hasClients } from "./shown.ts";
import { useMemberships } from "./use-memberships.ts";
import { useScope } from "./use-scope.ts";
import { workspaceQuery } from "./workspace-queries.ts";

/** The names and colors of the account's workspaces and their clients, for screens that show entries from all of them. */
export function useLooks(): Looks {
	const { scope } = useScope();
	const memberships = useMemberships();
	const read = useQueries(
		{
			queries: memberships.map(({ id }) => workspaceQuery(named(id))),
			combine: (results) => results.map(({ data }) => data),
		},
		queryClient,
	);
	return useMemo(() => {
		const workspaces = new Map(read.flatMap((one): [string, Workspace][] => (one ? [[one.id, one]] : [])));
		const here = workspaces.get(workspaceIn(scope) ?? "") ?? null;
		return {
			shown: scope.workspace,
			shownClient: scope.client,
			clients: hasClients(here) ? activeClients(here) : [],
			clientLook: (workspace, client) => workspaces.get(workspace)?.clients.find(({ id }) => id === client),
			workspaceName: (workspace) => memberships.find(({ id }) => id === workspace)?.name,
		};
	}, [read, memberships, scope]);
}
