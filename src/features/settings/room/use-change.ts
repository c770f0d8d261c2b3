import { useQueryClient } from "@tanstack/react-query";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";

/**
 * Makes a change in the workspace, then refetches what this device shows. Also after a refusal, which may mean that someone else
 * has changed something.
 */
export function useChange(withSession: WithSession): WithSession {
	const queries = useQueryClient();
	return async (call) => {
		try {
			return await withSession(call);
		} finally {
			// Not awaited: without a network it would wait for one.
			void queries.invalidateQueries();
		}
	};
}
