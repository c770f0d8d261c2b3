/** Where a request to the proxy wants to go. */
export type Wanted = { host: string; port: number; path: string };

/** A port as people write it: no sign, no leading zero, no space. */
const PORT = "[1-9]\\d{0,4}";
const AUTHORITY = `(\\[[0-9a-f:.]+\\]|[a-z0-9._-]+)`;
const ABSOLUTE = new RegExp(`^http://${AUTHORITY}(?::(${PORT}))?([/?][\\x21-\\x22\\x24-\\x7e]*)?$`, "i");
const TUNNEL = new RegExp(`^${AUTHORITY}:(${PORT})$`, "i");

/** Reads the absolute form, `http://host:port/path` (RFC 9112, 3.2.2). No other scheme, no user name, no fragment. */
export function readAbsolute(url: string): Wanted | undefined {
	const parts = ABSOLUTE.exec(url);
	if (!parts) return undefined;
	const [, host = "", port = "80", path = "/"] = parts;
	return { host: bare(host), port: Number(port), path: path.startsWith("/") ? path : `/${path}` };
}

/** Reads the authority form of CONNECT, `host:port` (RFC 9112, 3.2.3). */
export function readAuthority(url: string): Wanted | undefined {
	const parts = TUNNEL.exec(url);
	return parts ? { host: bare(parts[1] ?? ""), port: Number(parts[2]), path: "" } : undefined;
}

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, "");
