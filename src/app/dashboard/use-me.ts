import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#src/lib/account/use-account.ts";
import { meQuery } from "#src/lib/session/me-query.ts";

/** The account as the server knows it. Sends no request while no account is known on this device. */
export function useMe() {
	const { status } = useAccount();
	return useQuery({ ...meQuery, enabled: status === "known" });
}
