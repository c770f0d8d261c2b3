import { useQueries } from "@tanstack/react-query";
import type { Membership, Workspace } from "#contract/workspaces/workspaces.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { clientEdge } from "#src/lib/workspace/clients/client-edge.ts";
import { named } from "#src/lib/workspace/scope.ts";
import { activeClients } from "#src/lib/workspace/shown.ts";
import { workspaceQuery } from "#src/lib/workspace/workspace-queries.ts";
import { Button } from "#src/ui/button.tsx";
import { useChoose } from "./use-choose.ts";

type Props = { code: string; workspace: Workspace; memberships: readonly Membership[] };

/** For an address whose client isn't in this workspace: lists the clients that are, and where this one may belong. */
export function UnknownClient({ code, workspace, memberships }: Props) {
	const choose = useChoose();
	const others = memberships.filter(({ id }) => id !== workspace.id);
	const read = useQueries({ queries: others.map(({ id }) => workspaceQuery(named(id))) }, queryClient);
	const elsewhere = read.flatMap(({ data }) =>
		data?.clients.some((client) => client.code === code) ? [{ id: data.id, name: data.name }] : [],
	);
	return (
		<div className="frame pt-8 pb-16">
			<h1 className="wrap-anywhere font-semibold text-26 tracking-[-0.01em]">No client has the code “{code}”</h1>
			<p className="mt-2 max-w-[62ch] text-15 text-quiet">
				{workspace.name} has no such client, or you cannot see it. It may have been deleted, or its code was changed.
			</p>
			{elsewhere.map(({ id, name }) => (
				<p key={id} className="mt-4 text-15">
					{name} has a client with this code.{" "}
					<Button variant="secondary" onClick={() => choose({ workspace: id, code })}>
						Show it
					</Button>
				</p>
			))}
			<h2 className="mt-8 mb-2 font-semibold text-17">Clients of {workspace.name}</h2>
			<ul className="max-w-[34rem] border-line border-b">
				{activeClients(workspace).map((client) => (
					<li key={client.id} className="border-line border-t py-1">
						<button
							type="button"
							onClick={() => choose({ workspace: workspace.id, code: client.code })}
							className={`${clientEdge(client.color)} wrap-anywhere min-h-11 w-full cursor-pointer ps-3 text-start text-15 text-accent underline underline-offset-4`}
						>
							{client.name}
						</button>
					</li>
				))}
			</ul>
			<div className="mt-6">
				<Button variant="secondary" onClick={() => choose({ workspace: workspace.id, code: null })}>
					Show all clients
				</Button>
			</div>
		</div>
	);
}
