import { useEffect } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { followScans } from "./scan-events.ts";

/** While the component is shown, the known account's scans are kept up to date. One connection, however many ask. */
export function useScanEvents(): void {
	const state = useAccount();
	const account = state.status === "known" && !state.locked ? state.account.accountId : null;
	useEffect(() => (account === null ? undefined : followScans()), [account]);
}
