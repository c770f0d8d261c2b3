import ipaddr from "ipaddr.js";

/** Answers inside one cloud only, at an address that looks public (Azure's platform endpoint). */
const CLOUD_ENDPOINTS: readonly string[] = ["168.63.129.16"];

const GLOBAL_IPV6 = ipaddr.IPv6.parse("2000::");

/**
 * Whether an address is an ordinary one on the public internet. Everything with a special meaning is not: private, loopback, link-local,
 * carrier-grade NAT, documentation, multicast, the tunnels 6to4, Teredo and NAT64 that hide an IPv4 address, and any IPv6 address outside
 * the only block assigned for global use (2000::/3, RFC 4291).
 */
export function isPublicAddress(address: string): boolean {
	const ip = ipaddr.process(address);
	if (ip.range() !== "unicast" || CLOUD_ENDPOINTS.includes(ip.toString())) return false;
	return ip.kind() === "ipv4" || ip.match(GLOBAL_IPV6, 3);
}
