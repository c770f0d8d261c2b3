import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { useAccount } from "#src/lib/account/use-account.ts";
import { followScans } from "./scan-events.ts";

/** While the component is shown, the known account's scans are kept up to date. One connection, however many ask. */
export function useScanEvents(): void {
	const state = useAccount();
	const account = state.status === "known" && !state.locked ? state.account.accountId : null;
	const navigate = useNavigate();
	const open = useRef(navigate);
	open.current = navigate;
	useEffect(() => (account === null ? undefined : followScans((path) => void open.current(path))), [account]);
}
