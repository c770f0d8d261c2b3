import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { AccountId } from "#contract/ids.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useScope } from "../use-scope.ts";
import { membersQuery } from "./members-query.ts";

/** A member's name, or `A member` if it has not been read. */
export function useMemberName(): (id: AccountId) => string {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const { data } = useQuery({ ...membersQuery({ workspace: scope.workspace, client: null }), enabled });
	return useCallback(
		(id) => {
			if (account.status === "known" && account.account.accountId === id) return account.account.name;
			return data?.members.find(({ accountId }) => accountId === id)?.name ?? "A member";
		},
		[account, data],
	);
}
