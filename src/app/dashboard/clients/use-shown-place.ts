import { useEffect, useEffectEvent } from "react";
import { type Location, useLocation } from "react-router-dom";
import { workspaceId } from "#contract/ids.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type Choice, writeChoice } from "#src/lib/workspace/choice.ts";
import { codeIn, inClient, meansLastClient } from "#src/lib/workspace/routing/address.ts";
import { named } from "#src/lib/workspace/scope.ts";
import type { ShownState } from "#src/lib/workspace/shown.ts";
import { useChoice } from "#src/lib/workspace/use-scope.ts";

/** How links from outside, such as in emails, name their workspace. */
const WORKSPACE = "workspace";

/** The workspace an address names; undefined if it names none. */
function workspaceIn({ search }: Location): Choice["workspace"] | undefined {
	const read = workspaceId.safeParse(new URLSearchParams(search).get(WORKSPACE));
	return read.success ? named(read.data) : undefined;
}

function withoutWorkspace({ search }: Location): string {
	const query = new URLSearchParams(search);
	query.delete(WORKSPACE);
	return query.size > 0 ? `?${query}` : "";
}

/**
 * Keeps the address in sync with what the tab shows. Returns where to go instead: an address without a client means the last one, and an
 * address that names a workspace switches to it. Null to stay here.
 */
export function useShownPlace(path: string, state: ShownState): string | null {
	const account = useAccount();
	const id = account.status === "known" ? account.account.accountId : null;
	const location = useLocation();
	const choice = useChoice();
	const code = codeIn(path);
	const asked = id === null ? undefined : workspaceIn(location);
	const isShown = state.status === "shown" && state.shown.client !== null;
	const isGone =
		choice.code !== null &&
		state.status === "shown" &&
		state.shown.workspace !== null &&
		!state.shown.workspace.clients.some((client) => client.code === choice.code);

	const arrive = useEffectEvent(() => {
		if (id === null) return;
		if (asked !== undefined) {
			if (asked !== choice.workspace) writeChoice(id, { workspace: asked, code });
		} else if (code !== null && isShown) writeChoice(id, { ...choice, code });
		else if (code === null && isGone) writeChoice(id, { ...choice, code: null });
	});
	// Not whenever the choice changes: the choice changes before the address does.
	// biome-ignore lint/correctness/useExhaustiveDependencies: these are the arrivals.
	useEffect(() => arrive(), [id, asked, code, isShown, isGone]);

	if (id === null) return null;
	if (asked !== undefined) return path + withoutWorkspace(location) + location.hash;
	if (code !== null || choice.code === null || isGone || !meansLastClient(path)) return null;
	return inClient(path, choice.code) + location.search + location.hash;
}
