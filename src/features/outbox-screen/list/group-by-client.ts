import { clientOf, type Looks, NO_LOOKS, otherWorkspace, otherWorkspaceName } from "#src/lib/outbox/looks.ts";
import type { Entry } from "#src/requests/entry.ts";

/** The entries of one client; `client` is empty if they have none. */
export type ClientGroup = {
	/** Tells clients of the same name apart. */
	key: string;
	client: string;
	/** The name of their workspace if it is not the one shown. */
	workspace: string | null;
	entries: Entry[];
};

const keyOf = (entry: Entry, looks: Looks) =>
	JSON.stringify([
		otherWorkspace(entry, looks),
		entry.clientId ?? null,
		entry.clientId ? "" : entry.client?.trim() || "",
	]);

/**
 * Groups entries by workspace and client, by name: the shown workspace first, and entries without a client last. In a group they
 * keep their order.
 */
export function groupByClient(entries: readonly Entry[], looks: Looks = NO_LOOKS): ClientGroup[] {
	const groups = new Map<string, ClientGroup>();
	for (const entry of entries) {
		const key = keyOf(entry, looks);
		const group = groups.get(key);
		if (group) group.entries.push(entry);
		else {
			const client = clientOf(entry, looks)?.name ?? "";
			groups.set(key, { key, client, workspace: otherWorkspaceName(entry, looks), entries: [entry] });
		}
	}
	return [...groups.values()].sort(
		(a, b) =>
			(a.workspace ?? "").localeCompare(b.workspace ?? "", "en") ||
			Number(a.client === "") - Number(b.client === "") ||
			a.client.localeCompare(b.client, "en"),
	);
}

/** The first `count` entries of the groups, in their order. */
export function firstOf(groups: readonly ClientGroup[], count: number): ClientGroup[] {
	let left = count;
	return groups.flatMap((group) => {
		const shown = group.entries.slice(0, Math.max(0, left));
		left -= shown.length;
		return shown.length > 0 ? { ...group, entries: shown } : [];
	});
}
