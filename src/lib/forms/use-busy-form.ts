import { useEffect } from "react";
import { markBusy } from "#src/sw-bridge/busy.ts";

/** While a form holds typed values, the tab is not reloaded for an update. */
export function useBusyForm(busy: boolean): void {
	useEffect(() => (busy ? markBusy("form") : undefined), [busy]);
}
