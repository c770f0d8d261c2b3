import { hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

/** Frameworks and controls belong to one client. Without a client in the address, the screen says that it shows the workspace's own. */
export function WhoseNote() {
	const { workspace, client } = useScope();
	const own = workspace?.clients.find((one) => one.own);
	if (client !== null || !hasClients(workspace) || !own) return null;
	return (
		<p className="mb-4 max-w-[62ch] border-line-strong border-s-4 ps-3 text-15 text-quiet print:hidden">
			This is about <bdi>{own.name}</bdi> itself. Choose a client to see that client’s.
		</p>
	);
}
