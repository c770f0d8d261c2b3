import type { ScanId } from "#contract/ids.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { endText } from "./end-text.ts";
import { isActive } from "./scan-filter.ts";
import { scanDetailQuery } from "./scans-api.ts";

/** Long enough to reach its link. */
const END_TOAST_MS = 10_000;

/** Scans started in this tab whose end is not known here. Other tabs announce their own. */
const awaited = new Set<ScanId>();

/** Announces how this scan ended once it does. */
export function awaitEnd(id: ScanId | undefined): void {
	if (id !== undefined) awaited.add(id);
}

/** Announces how each awaited scan among these ended. `open` shows another screen. */
export function announceEnds(scans: readonly ScanSummary[], scope: WorkScope, open: (path: string) => void): void {
	for (const scan of scans) if (!isActive(scan) && awaited.delete(scan.id)) void announce(scan, scope, open);
}

async function announce(scan: ScanSummary, scope: WorkScope, open: (path: string) => void): Promise<void> {
	// The grade is in the detail, which the link opens.
	const detail = scan.status === "completed" ? queryClient.fetchQuery(scanDetailQuery(scan.id, scope)) : null;
	const report = (await detail?.catch(() => null))?.report ?? null;
	const said = endText(scan, report);
	if (!said) return;
	const path = `/dashboard/scans/${scan.id}`;
	const action = { label: "Open", href: path, run: () => open(path) };
	await notify({ ...said, duration: END_TOAST_MS, action }).catch(() => undefined);
}
