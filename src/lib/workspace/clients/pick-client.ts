import type { Asset } from "#contract/findings/assets.ts";
import type { ClientId } from "#contract/ids.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { type WorkScope, workspaceIn } from "../scope.ts";
import { activeClients, hasClients, type Shown } from "../shown.ts";

const KEY = "plumbline-last-client";

const keyOf = (scope: WorkScope) => `${KEY}:${workspaceIn(scope)}`;

/** The client that something was last requested for in a workspace; null if unknown. */
export function lastClient(scope: WorkScope): ClientId | null {
	try {
		return localStorage.getItem(keyOf(scope)) as ClientId | null;
	} catch {
		return null;
	}
}

export function noteLastClient(scope: WorkScope, client: ClientId): void {
	try {
		localStorage.setItem(keyOf(scope), client);
	} catch {
		// Then the next form starts with the workspace itself.
	}
}

/** This is also cleared on sign-out and when a workspace is lost. */
export function forgetLastClients(): void {
	try {
		for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key);
	} catch {
		// Then there is none.
	}
}

/** The host of a target as typed; null if it is not valid yet. */
export function hostIn(target: string): string | null {
	const address = target.includes("://") ? target.trim() : `https://${target.trim()}`;
	return URL.canParse(address) ? new URL(address).hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase() : null;
}

type Picking = {
	/** The id that was chosen in the form; empty if none was. */
	chosen: string;
	/** The target as typed. */
	target: string;
	assets: readonly Pick<Asset, "host" | "clientId">[];
	last: ClientId | null;
};

/**
 * The client a form's request is for: the one on screen; else the chosen one, the one the host belongs to, or the last one used. Null if
 * the workspace has no clients, so there is nothing to choose.
 */
export function pickClient(
	{ workspace, client }: Pick<Shown, "workspace" | "client">,
	{ chosen, target, assets, last }: Picking,
): Client | null {
	if (client || !hasClients(workspace)) return client;
	const clients = activeClients(workspace);
	const host = hostIn(target);
	const known = host === null ? undefined : assets.find((asset) => asset.host === host);
	const of = (wanted: string | null | undefined) => clients.find(({ id }) => id === wanted);
	return of(chosen) ?? of(known?.clientId) ?? of(last) ?? clients[0] ?? null;
}
