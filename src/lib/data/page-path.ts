import { PAGE_LIMIT } from "#contract/scans/scan-query.ts";

/** The address of a page of a list. `cursor`: where it starts; null for the first page. */
export function pagePath(
	path: string,
	filter: Readonly<Record<string, string | undefined>>,
	cursor: string | null,
): string {
	const query = new URLSearchParams({ limit: String(PAGE_LIMIT) });
	for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
	if (cursor !== null) query.set("cursor", cursor);
	return `${path}?${query}`;
}
