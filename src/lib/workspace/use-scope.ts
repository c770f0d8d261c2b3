import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { type Choice, readChoice, subscribeChoice } from "./choice.ts";
import { type Shown, type ShownState, shownState, shownWithout } from "./shown.ts";
import { workspaceQuery } from "./workspace-queries.ts";

const NOTHING: Choice = { workspace: null, code: null };

/** What this tab shows, as last chosen. */
export function useChoice(): Choice {
	const account = useAccount();
	const id = account.status === "known" ? account.account.accountId : null;
	return useSyncExternalStore(
		subscribeChoice,
		() => readChoice(id),
		() => NOTHING,
	);
}

/** What the dashboard is about, for the client that the address names. */
export function useShownState(code: string | null): ShownState {
	const account = useAccount();
	const isOpen = account.status === "known" && !account.locked;
	const { workspace: workspaceId } = useChoice();
	const { data, error, isFetching } = useQuery({ ...workspaceQuery(workspaceId), enabled: isOpen }, queryClient);
	// If a session ends while the user types, it is still the same work, so the screen stays.
	const hasAccount = isOpen || (account.status === "known" && data !== undefined);
	const state = useMemo(
		() => shownState({ hasAccount, workspaceId, code, reading: { data, error, isFetching } }),
		[hasAccount, workspaceId, code, data, error, isFetching],
	);
	const { workspace = null, client = null } = state.status === "shown" ? state.shown.scope : {};
	// The same object as long as it is the same work: a new object makes a screen's subscriptions start over.
	const scope = useMemo(() => ({ workspace, client }), [workspace, client]);
	return useMemo(
		() => (state.status === "shown" ? { ...state, shown: { ...state.shown, scope } } : state),
		[state, scope],
	);
}

/** Provided by the dashboard's shell. A screen stays mounted only as long as it is about the same work. */
export const ShownContext = createContext<Shown | null>(null);

/** What the screen is about: its workspace, one or all of its clients, and what the member may do there. */
export function useScope(): Shown {
	const given = useContext(ShownContext);
	const { workspace } = useChoice();
	const without = useMemo(() => shownWithout(workspace), [workspace]);
	return given ?? without;
}
