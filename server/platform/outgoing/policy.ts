import ipaddr from "ipaddr.js";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { addressForms } from "./address-forms.ts";

/** Ports that anyone may ask for. Every other port needs to be listed by the operator. */
export const FREE_PORTS: readonly number[] = [80, 443, 8080, 8443];

const NEVER_BY_NAME = ["linkLocal", "multicast", "broadcast", "unspecified"];
/** `::ffff:0:0/96`: an IPv4 range written as IPv6. */
const MAPPED_BITS = 96;

/** What the operator allows beyond public addresses and the free ports. */
export type Policy = {
	/** Whether the operator listed connecting to `address` and `port` when `host` is the target. */
	isListed: (host: string, address: string, port: number) => boolean;
	/** Whether anyone may ask for this port on a public address. */
	isFreePort: (port: number) => boolean;
};

type Entry = { port: number | undefined } & (
	| { kind: "name"; name: string }
	| { kind: "range"; range: [ipaddr.IPv4 | ipaddr.IPv6, number] }
);

/**
 * Reads SCAN_ALLOW: entries separated by commas, each a host name, `*.name` (its subdomains), an IP address or a CIDR range,
 * each with an optional `:port` (IPv6 then in brackets). Throws an Error that names a bad entry.
 * `practicePorts` opens exactly these ports on loopback for the practice target.
 */
export function createPolicy(options: { allow: string; practicePorts: readonly number[] }): Policy {
	const entries = options.allow
		.split(",")
		.map((entry) => entry.trim())
		.filter((entry) => entry !== "")
		.map(parseEntry);

	return {
		isListed(host, address, port) {
			const practice =
				options.practicePorts.includes(port) &&
				["localhost", "127.0.0.1", "::1"].includes(host) &&
				["127.0.0.1", "::1"].includes(address);
			return practice || entries.some((entry) => covers(entry, host, address, port));
		},
		isFreePort: (port) => FREE_PORTS.includes(port),
	};
}

function covers(entry: Entry, host: string, address: string, port: number): boolean {
	if (entry.port !== undefined && entry.port !== port) return false;
	const ip = ipaddr.process(address);
	if (entry.kind === "range") {
		const [network, bits] = entry.range;
		return ip.kind() === network.kind() && ip.match(network, bits);
	}
	const named = entry.name.startsWith("*.") ? host.endsWith(entry.name.slice(1)) : host === entry.name;
	// A name points wherever its DNS says, so it must not open what an operator never means by a host name, such as cloud metadata.
	return named && !addressForms(address).some((form) => NEVER_BY_NAME.includes(ipaddr.parse(form).range()));
}

function parseEntry(text: string): Entry {
	const slash =
		/^(?:\[([^\]]+)\]|([^/]+))\/(\d{1,3})(?::(\d+))?$/.exec(text) ??
		/^\[([^\]/]+)()\/(\d{1,3})\](?::(\d+))?$/.exec(text);
	if (slash) {
		const network = slash[1] ?? slash[2] ?? "";
		const bits = Number(slash[3]);
		if (
			!ipaddr.isValidCIDR(`${network}/${bits}`) ||
			(!network.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(network))
		) {
			throw badEntry(text);
		}
		const ip = ipaddr.parse(network);
		const range: [ipaddr.IPv4 | ipaddr.IPv6, number] =
			ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress() && bits >= MAPPED_BITS
				? [ip.toIPv4Address(), bits - MAPPED_BITS]
				: [ip, bits];
		return { kind: "range", range, port: parsePort(text, slash[4]) };
	}
	const wildcard = text.startsWith("*.");
	const parsed = parseTarget(wildcard ? text.slice(2) : text);
	if (!parsed.ok || parsed.target.scheme !== undefined || parsed.target.path !== "/" || text.includes("/"))
		throw badEntry(text);
	const { host, ipVersion, port } = parsed.target;
	if (ipVersion === 0) return { kind: "name", name: wildcard ? `*.${host}` : host, port };
	if (wildcard) throw badEntry(text);
	return { kind: "range", range: [ipaddr.parse(host), ipVersion === 4 ? 32 : 128], port };
}

function parsePort(entry: string, port: string | undefined): number | undefined {
	if (port === undefined) return undefined;
	if (Number(port) < 1 || Number(port) > 65_535) throw badEntry(entry);
	return Number(port);
}

function badEntry(entry: string): Error {
	return new Error(
		`"${entry}" is not a host name, an IP address or a range such as 10.0.0.0/8, with an optional port such as 127.0.0.1:9001.`,
	);
}
