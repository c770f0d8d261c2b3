import { useEffect, useRef } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { followScans } from "./scan-events.ts";

/** Keeps the screen's scans up to date while the component is shown. All components share one connection. */
export function useScanEvents(): void {
	const state = useAccount();
	const account = state.status === "known" && !state.locked ? state.account.accountId : null;
	const { scope } = useScope();
	const go = useGo();
	const open = useRef(go);
	open.current = go;
	useEffect(() => (account === null ? undefined : followScans(scope, (path) => open.current(path))), [account, scope]);
}
