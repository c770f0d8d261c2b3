import ipaddr from "ipaddr.js";

/** How a client is counted: points for its own network, and more points for each wider network around it. */
export type Counted = { whom: string; points: number; wider: readonly { whom: string; points: number }[] };

/**
 * One household or server usually has a /64 of IPv6 addresses, but providers hand out a /56 or a /48 just as readily. Those get
 * more points than one household, but far fewer than all the households that fit into them.
 */
const IPV6_NETWORKS = [
	{ bits: 64, times: 1 },
	{ bits: 56, times: 4 },
	{ bits: 48, times: 16 },
];

/**
 * The networks a client is counted by. All limits by network address use this. `name` builds a network's key when something else is
 * counted along with it.
 */
export function countClient(address: string, points: number, name = (network: string) => network): Counted {
	const [plain = ""] = address.split("%", 1);
	const ip = ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined;
	if (!(ip instanceof ipaddr.IPv6)) return { whom: name(ip?.toString() ?? address), points, wider: [] };
	const [own, ...wider] = IPV6_NETWORKS.map(({ bits, times }) => ({
		whom: name(`${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`)}/${bits}`),
		points: points * times,
	}));
	if (!own) throw new Error("An IPv6 address is counted by its network");
	return { ...own, wider };
}

/**
 * The same for limits that all networks share, such as the emails one mailbox gets in an hour: the wider networks get no more points than
 * one client, or a single line with a /56 could use up the shared limit.
 */
export function countClientOnce(address: string, points: number, name?: (network: string) => string): Counted {
	const { whom, wider } = countClient(address, points, name);
	return { whom, points, wider: wider.map((network) => ({ whom: network.whom, points })) };
}

/** The group in which a client takes turns: its widest counted network, or its IPv4 address. */
export function networkOf(address: string): string {
	const { whom, wider } = countClient(address, 1);
	return wider.at(-1)?.whom ?? whom;
}
