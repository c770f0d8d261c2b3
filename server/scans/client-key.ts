import ipaddr from "ipaddr.js";

/** How a client is counted: the points of its own network, and more points for each wider network around it. */
export type Counted = { whom: string; points: number; wider: readonly { whom: string; points: number }[] };

/**
 * One household or server usually has a /64 of IPv6 addresses, but a /56 or a /48 is given away as readily: those get more
 * points than one household, and far fewer than all that fit into them.
 */
const IPV6_NETWORKS = [
	{ bits: 64, times: 1 },
	{ bits: 56, times: 4 },
	{ bits: 48, times: 16 },
];

/**
 * By what a client is counted. All limits that go by network addresses ask here. `name` says what a network is called, where
 * something else is counted along with it.
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

/** What clients who are to take turns share: their widest network that is counted, or their IPv4 address. */
export function networkOf(address: string): string {
	const { whom, wider } = countClient(address, 1);
	return wider.at(-1)?.whom ?? whom;
}
