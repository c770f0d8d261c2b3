import { useQuery } from "@tanstack/react-query";
import { meQuery } from "#src/lib/account/me-query.ts";
import { useAccount } from "#src/lib/account/use-account.ts";

/** The account as the server knows it. Sends no request while this device knows none. */
export function useMe() {
	const { status } = useAccount();
	return useQuery({ ...meQuery, enabled: status === "known" });
}
