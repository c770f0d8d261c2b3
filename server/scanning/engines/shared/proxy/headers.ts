import type { IncomingHttpHeaders } from "node:http";

/** Headers that belong to one connection and not to the message (RFC 9110, 7.6.1), and `Host`, which the proxy writes itself. */
const HOP_BY_HOP: readonly string[] = [
	"connection",
	"host",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
];

/** The headers of a message that are passed on to the other side. */
export function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	const named = (headers.connection ?? "")
		.toLowerCase()
		.split(",")
		.map((name) => name.trim());
	// The body's length must not get lost: without it the next message could be read out of this one's body.
	const dropped = new Set([...HOP_BY_HOP, ...named.filter((name) => name !== "content-length")]);
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}
