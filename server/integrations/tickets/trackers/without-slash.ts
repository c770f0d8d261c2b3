/** An address without trailing slashes. */
export function withoutSlash(url: string): string {
	let end = url.length;
	while (url[end - 1] === "/") end--;
	return url.slice(0, end);
}
