/** Where a scan of a host is asked for: the scans screen with its form open, as for a page that was shared to the app. */
export function scanPath(host: string): string {
	const url = `https://${host.includes(":") ? `[${host}]` : host}/`;
	return `/dashboard/scans?${new URLSearchParams({ "share-url": url })}`;
}
