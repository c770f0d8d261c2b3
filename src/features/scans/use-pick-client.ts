import type { Client } from "#contract/workspaces/workspaces.ts";
import { lastClient, pickClient } from "#src/lib/workspace/clients/pick-client.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { useOwn } from "./use-own.ts";

/** The workspace and client that a request is for. */
export type Whose = { scope: WorkScope; client: Client | null };

/** Who a request is for, according to the form and what this device knows. */
export function usePickClient(): (chosen: string, target: string) => Whose {
	const shown = useScope();
	const { assets } = useOwn();
	return (chosen, target) => {
		const { scope } = shown;
		return { scope, client: pickClient(shown, { chosen, target, assets, last: lastClient(scope) }) };
	};
}
