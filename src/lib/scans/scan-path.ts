/** The address for scanning a host: the scans screen with its form open, as for a page shared to the app. */
export function scanPath(host: string): string {
	const url = `https://${host.includes(":") ? `[${host}]` : host}/`;
	return `/dashboard/scans?${new URLSearchParams({ "share-url": url })}`;
}
