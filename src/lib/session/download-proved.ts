import { ApiFailure } from "#src/lib/data/api.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { meQuery } from "./me-query.ts";

/**
 * Starts a download that the server gives only to someone who has just proved who they are. A download itself can ask for neither a
 * sign-in nor a proof, and would fetch the file of the account that is signed in by then. Rejects with an ApiFailure.
 */
export async function downloadProved(url: string): Promise<void> {
	await queryClient.fetchQuery({ ...meQuery, staleTime: 0, retry: false });
	const { proveAgain } = await import("./prove-again.tsx");
	if (!(await proveAgain())) throw new ApiFailure("You did not confirm that it’s you.", { status: 403 });
	location.assign(url);
}
