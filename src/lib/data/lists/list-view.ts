import type { AccountState } from "#src/lib/account/account.ts";
import { type AccountView, accountView, type Reading } from "../account-view.ts";

/** A page of a list as the API sends it. */
type Page = { total: number };

/** What to show for a list of an account's things. */
export type ListView<T> =
	| { status: "samples"; items: readonly T[] }
	| Exclude<AccountView<never>, { status: "unknown" | "shown" }>
	| { status: "shown"; items: readonly T[]; total: number; readAt: number; stale: string | null };

/** `samples` are already filtered. */
export function listView<T, P extends Page>(
	account: AccountState,
	samples: readonly T[],
	reading: Reading<{ pages: readonly P[] }>,
	itemsOf: (page: P) => readonly T[],
	online: boolean,
): ListView<T> {
	const view = accountView(account, reading, online);
	if (view.status === "unknown") return { status: "samples", items: samples };
	if (view.status !== "shown") return view;
	const { data, readAt, stale } = view;
	const items = data.pages.flatMap(itemsOf);
	return { status: "shown", items, total: data.pages[0]?.total ?? items.length, readAt, stale };
}

/** How many there are; null while unknown. */
export const countOf = (view: ListView<unknown>): number | null =>
	view.status === "samples" ? view.items.length : view.status === "shown" ? view.total : null;
