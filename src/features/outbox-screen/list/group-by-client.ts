import type { Entry } from "#src/outbox/entry.ts";

/** The entries of one client; `client` is empty if they have none. */
export type ClientGroup = { client: string; entries: Entry[] };

/** Groups entries by client, by name, and those without one last. In a group they keep their order. */
export function groupByClient(entries: readonly Entry[]): ClientGroup[] {
	const groups = new Map<string, Entry[]>();
	for (const entry of entries) {
		const client = entry.client?.trim() ?? "";
		const group = groups.get(client);
		if (group) group.push(entry);
		else groups.set(client, [entry]);
	}
	return [...groups]
		.map(([client, entries]) => ({ client, entries }))
		.sort((a, b) => Number(a.client === "") - Number(b.client === "") || a.client.localeCompare(b.client, "en"));
}

/** The first `count` entries of the groups, in their order. */
export function firstOf(groups: readonly ClientGroup[], count: number): ClientGroup[] {
	let left = count;
	return groups.flatMap(({ client, entries }) => {
		const shown = entries.slice(0, Math.max(0, left));
		left -= shown.length;
		return shown.length > 0 ? { client, entries: shown } : [];
	});
}
