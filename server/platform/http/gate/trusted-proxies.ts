import ipaddr from "ipaddr.js";
import type { TrustProxy } from "../../settings/config.ts";

/** Ranges of nearby machines: this one and its private networks. */
const NEAR = ["loopback", "private", "uniqueLocal", "linkLocal"];

/**
 * Whose `X-Forwarded-*` headers we trust, by address and by number of hops. With `on`, only the sender itself can be a proxy, and the
 * address it names is the client's, even a private one. If private addresses counted as further proxies, every client with a private
 * address could choose the address it is counted by.
 */
export function trustedProxies(setting: TrustProxy): false | ((address: string, hop: number) => boolean) {
	if (setting === false) return false;
	if (setting === "on") return (address, hop) => hop === 0 && NEAR.includes(parseAddress(address)?.range() ?? "");
	const ranges = setting.map((entry) => ipaddr.parseCIDR(entry.includes("/") ? entry : wholeAddress(entry)));
	return (address) => {
		const parsed = parseAddress(address);
		return ranges.some(([range, bits]) => parsed?.kind() === range.kind() && parsed.match(range, bits));
	};
}

const wholeAddress = (address: string) => `${address}/${ipaddr.parse(address).kind() === "ipv4" ? 32 : 128}`;

/** An address without its zone, which means nothing to other machines. `::ffff:a.b.c.d` is a.b.c.d. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	const [address = ""] = text.split("%", 1);
	if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined;
	return ipaddr.process(address);
}

/** A hop as some proxies write it: in brackets, with a port. */
const HOP = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+|([^[\]]+))$/;

/**
 * `X-Forwarded-For` with each address in its canonical form. Proxies append to it, so we read it from the right and stop at the first
 * entry that is not an address: the sender may have made up everything before it.
 */
export function readForwardedFor(header: string): string {
	const hops: string[] = [];
	for (const entry of header.split(",").reverse()) {
		const [, bracketed, withPort, plain] = HOP.exec(entry.trim()) ?? [];
		const address = parseAddress(bracketed ?? withPort ?? plain ?? "");
		if (!address) break;
		hops.unshift(address.toString());
	}
	return hops.join(", ");
}
