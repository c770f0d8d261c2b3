import type { ScanPage, ScanSummary } from "#contract/scans.ts";
import type { AccountState } from "#src/lib/account.ts";
import { type AccountView, accountView, type Reading } from "#src/lib/account-view.ts";

type List = { scans: readonly ScanSummary[]; total: number };

/** What a tab shows. */
export type ListView =
	| { status: "samples"; scans: readonly ScanSummary[] }
	| Exclude<AccountView<List>, { status: "unknown" | "shown" }>
	| ({ status: "shown"; readAt: number; stale: string | null } & List);

/** `samples` are already filtered. */
export function listView(
	account: AccountState,
	samples: readonly ScanSummary[],
	reading: Reading<{ pages: readonly ScanPage[] }>,
	online: boolean,
): ListView {
	const view = accountView(account, reading, online);
	if (view.status === "unknown") return { status: "samples", scans: samples };
	if (view.status !== "shown") return view;
	const { data, readAt, stale } = view;
	const scans = data.pages.flatMap((page) => page.scans);
	return { status: "shown", scans, total: data.pages[0]?.total ?? scans.length, readAt, stale };
}

/** The number on a tab; null while it is not known. */
export const countOf = (view: ListView): number | null =>
	view.status === "samples" ? view.scans.length : view.status === "shown" ? view.total : null;
