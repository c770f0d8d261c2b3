import ipaddr from "ipaddr.js";

/** Blocks of IPv6 that carry an IPv4 address, each with the byte where it starts. */
const CARRIERS = (
	[
		["64:ff9b::", 96, 12], // NAT64 (RFC 6052)
		["64:ff9b:1::", 48, 12], // NAT64 inside one network (RFC 8215)
		["::ffff:0:0:0", 96, 12], // IPv4-translated (RFC 2765)
		["2002::", 16, 2], // 6to4 (RFC 3056)
		["::", 96, 12], // IPv4-compatible (RFC 4291, deprecated)
	] as const
).map(([network, bits, at]) => ({ network: ipaddr.IPv6.parse(network), bits, at }));

/**
 * The address in its canonical form and, if it is an IPv6 address that reaches an IPv4 address through a translator or a tunnel, that one
 * too. If either is refused, both are. Allowing one does not allow the other.
 */
export function addressForms(address: string): string[] {
	const ip = ipaddr.process(address);
	if (ip instanceof ipaddr.IPv4 || ["loopback", "unspecified"].includes(ip.range())) return [ip.toString()];
	const carrier = CARRIERS.find(({ network, bits }) => ip.match(network, bits));
	if (!carrier) return [ip.toString()];
	return [ip.toString(), new ipaddr.IPv4(ip.toByteArray().slice(carrier.at, carrier.at + 4)).toString()];
}
