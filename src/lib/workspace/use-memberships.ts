import { useQuery } from "@tanstack/react-query";
import type { Membership } from "#contract/workspaces/workspaces.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { workspacesQuery } from "./workspace-queries.ts";

const NONE: readonly Membership[] = [];

/** The workspaces of the account; none until they are read. */
export function useMemberships(): readonly Membership[] {
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	const { data } = useQuery({ ...workspacesQuery, enabled }, queryClient);
	return data?.workspaces ?? NONE;
}
