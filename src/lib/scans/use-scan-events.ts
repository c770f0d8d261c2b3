import { useEffect, useRef } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { followScans } from "./scan-events.ts";

/** While the component is shown, the scans that the screen is about are kept up to date. One connection, however many ask. */
export function useScanEvents(): void {
	const state = useAccount();
	const account = state.status === "known" && !state.locked ? state.account.accountId : null;
	const { scope } = useScope();
	const go = useGo();
	const open = useRef(go);
	open.current = go;
	useEffect(() => (account === null ? undefined : followScans(scope, (path) => open.current(path))), [account, scope]);
}
