import type { ScanId } from "#contract/ids.ts";
import type { ScanFilter } from "#contract/scans/scan-query.ts";
import type { ScanPage, ScanSummary } from "#contract/scans/scans.ts";
import { matchesFilter } from "./scan-filter.ts";

type Pages = readonly ScanPage[];

/** Newest first, as the API lists them. */
const isBefore = (a: ScanSummary, b: ScanSummary): boolean =>
	a.acceptedAt !== b.acceptedAt ? a.acceptedAt > b.acceptedAt : a.id > b.id;

const withTotal = (pages: Pages, change: number): ScanPage[] =>
	pages.map((page) => ({ ...page, total: Math.max(0, page.total + change) }));

const holds =
	(id: ScanId) =>
	({ scans }: ScanPage): boolean =>
		scans.some((scan) => scan.id === id);

/** The loaded pages of a list with one scan removed. The same object if the scan is not in them. */
export function withoutScan(pages: Pages, id: ScanId): Pages {
	if (!pages.some(holds(id))) return pages;
	return withTotal(pages, -1).map((page) => ({ ...page, scans: page.scans.filter((scan) => scan.id !== id) }));
}

/**
 * The loaded pages of a list after a scan has changed: replaced, inserted in its place, or removed. One that belongs below what is loaded
 * arrives with its page.
 */
export function withScan(pages: Pages, scan: ScanSummary, filter: ScanFilter): Pages {
	const known = pages.some(holds(scan.id));
	if (!matchesFilter(scan, filter)) return known ? withoutScan(pages, scan.id) : pages;
	if (known) {
		return pages.map((page) =>
			holds(scan.id)(page) ? { ...page, scans: page.scans.map((one) => (one.id === scan.id ? scan : one)) } : page,
		);
	}
	const last = pages.length - 1;
	const at = pages.findIndex(({ scans, next }, index) => {
		const end = scans.at(-1);
		return (end && isBefore(scan, end)) || (index === last && next === null);
	});
	if (at === -1) return pages;
	return withTotal(pages, 1).map((page, index) => {
		if (index !== at) return page;
		const place = page.scans.findIndex((one) => isBefore(scan, one));
		return { ...page, scans: page.scans.toSpliced(place === -1 ? page.scans.length : place, 0, scan) };
	});
}

/** The loaded pages after `newest`, the first page of all scans, was read: changed, new and removed scans. */
export function withNewest(pages: Pages, newest: ScanPage, filter: ScanFilter): Pages {
	const present = new Set(newest.scans.map(({ id }) => id));
	const oldest = newest.next === null ? undefined : newest.scans.at(-1);
	const gone = pages
		.flatMap(({ scans }) => scans)
		.filter((scan) => !present.has(scan.id) && (!oldest || isBefore(scan, oldest)));
	const left = gone.reduce((rest, { id }) => withoutScan(rest, id), pages);
	return newest.scans.reduce((rest, scan) => withScan(rest, scan, filter), left);
}
