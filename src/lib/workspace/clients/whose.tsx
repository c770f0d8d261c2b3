import type { ClientId } from "#contract/ids.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { hasClients } from "../shown.ts";
import { useScope } from "../use-scope.ts";
import { ColorMark } from "./color-mark.tsx";

/** The client of a list item if the list covers several clients; otherwise null. */
export function useWhose(clientId: ClientId | null): Client | null {
	const { workspace, client } = useScope();
	if (client !== null || !hasClients(workspace)) return null;
	return workspace?.clients.find(({ id }) => id === clientId) ?? null;
}

/** The client's name and color. Renders nothing if all items have the same client. */
export function Whose({ clientId }: { clientId: ClientId | null }) {
	const whose = useWhose(clientId);
	return (
		whose && (
			<span className="inline-flex items-baseline gap-1.5">
				<ColorMark color={whose.color} />
				<bdi>{whose.name}</bdi>
			</span>
		)
	);
}
