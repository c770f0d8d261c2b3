import ipaddr from "ipaddr.js";

/** By what a client is counted. One household or server usually has a whole /64 of IPv6 addresses. */
export function clientKey(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const ip = ipaddr.process(address);
	if (ip instanceof ipaddr.IPv6) return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/64`).toString()}/64`;
	return ip.toString();
}
