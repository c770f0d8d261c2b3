import { counted } from "#contract/format/count.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { classOf } from "../finding-classes.ts";
import { hostsOf, type Observed, type Seen, type Told } from "./observed.ts";

/** A kind of scan, and the prefix of the name of the part that checks something. */
type Sight = readonly [kind: ScanKind, part: string];

/** The scans that checked something. */
export const looked = (seen: readonly Seen[], sights: readonly Sight[]): Seen[] =>
	seen.filter(({ kind, parts }) =>
		sights.some(([wanted, prefix]) => wanted === kind && parts.some((part) => part.startsWith(prefix))),
	);

/** On how many of these hosts one of the rules has a finding. */
export function hostsWith({ present }: Observed, rules: readonly string[], among: ReadonlySet<string>): number {
	return hostsOf(present.filter(({ rule, host }) => rules.includes(rule) && among.has(host))).size;
}

/** The rules of a class. */
export const rulesOf = (id: string): readonly string[] => classOf(id)?.rules ?? [];
/** `all 3 hosts that were looked at`, `the host that was looked at`. */
export const all = (hosts: number): string =>
	hosts === 1 ? "the host that was looked at" : `all ${counted(hosts, "host")} that were looked at`;
/** `1 of 3 hosts that were looked at`. */
export const some = (hosts: number, of: number): string =>
	of === 1 ? "the host that was looked at" : `${hosts} of ${counted(of, "host")} that were looked at`;

/** What SSLyze must have tried before anything is said about versions. */
const VERSIONS = ["ssl_2_0", "ssl_3_0", "tls_1_0", "tls_1_1", "tls_1_2", "tls_1_3"].map(
	(name) => `${name}_cipher_suites`,
);

export function tlsVersions(observed: Observed): Told {
	const seen = observed.seen.filter(
		({ kind, parts }) => kind === "sslyze" && VERSIONS.every((version) => parts.includes(version)),
	);
	const hosts = hostsOf(seen);
	const broken = hostsWith(observed, ["tls-ssl-offered"], hosts);
	const old = hostsWith(observed, ["tls-old-protocol"], hosts);
	const withoutNewest = hostsWith(observed, ["tls-1-3-missing"], hosts);
	const sentences = [
		...(broken > 0 ? [`SSL 2.0 or 3.0 is still accepted on ${some(broken, hosts.size)}.`] : []),
		...(old > 0 ? [`TLS 1.0 or 1.1 is still accepted on ${some(old, hosts.size)}.`] : []),
		...(broken + old === 0 ? [`Only TLS 1.2 and newer are accepted on ${all(hosts.size)}.`] : []),
		withoutNewest > 0
			? `TLS 1.3 is missing on ${some(withoutNewest, hosts.size)}.`
			: `TLS 1.3 is offered on ${all(hosts.size)}.`,
	];
	return {
		question: "Which TLS versions encrypt data in transit?",
		words:
			"tls ssl https encryption transit transport protocol version 1.2 1.3 minimum supported accepted encrypted connections public networks customer web",
		answer: sentences.join(" "),
		seen,
	};
}

export function endOfLife(observed: Observed): Told {
	const seen = looked(observed.seen, [
		["nmap", "versions"],
		["combined", "software"],
	]);
	const hosts = hostsOf(seen);
	const unsupported = observed.unsupported.filter(({ host }) => hosts.has(host));
	const products = [...new Set(unsupported.map(({ product }) => product))].sort();
	const named = products.slice(0, 5).join(", ");
	const more = products.length > 5 ? ` and ${products.length - 5} more` : "";
	return {
		question: "Do you use end-of-life software?",
		words:
			"end of life eol unsupported outdated obsolete legacy software versions products components systems vendor manufacturer supported support security updates fixes run running",
		answer:
			products.length === 0
				? `No software past its end of life was seen on ${all(hosts.size)}.`
				: `Yes. Software past its end of life was seen on ${some(hostsOf(unsupported).size, hosts.size)}: ${named}${more}.`,
		seen,
	};
}

export function securityTxt(observed: Observed): Told {
	const seen = looked(observed.seen, [["combined", "files"]]);
	const hosts = hostsOf(seen);
	const without = hostsWith(observed, ["security-txt-missing"], hosts);
	return {
		question: "Do you publish a security.txt file?",
		words: "public website contact report reporting vulnerabilities researchers address",
		answer:
			without === 0
				? `Yes. A security.txt file with a contact is published on ${all(hosts.size)}.`
				: `No security.txt file was found on ${some(without, hosts.size)}.`,
		seen,
	};
}

const HEADERS = [
	["missing-hsts", "Strict-Transport-Security"],
	["missing-csp", "Content-Security-Policy"],
	["framing", "protection against framing"],
	["missing-headers", "X-Content-Type-Options"],
] as const;

export function securityHeaders(observed: Observed): Told {
	const seen = looked(observed.seen, [["combined", "headers"]]);
	const hosts = hostsOf(seen);
	const lacking = HEADERS.flatMap(([id, name]) => {
		const on = hostsWith(observed, rulesOf(id), hosts);
		return on === 0 ? [] : [`${name} on ${on}`];
	});
	return {
		question: "Do you send HTTP security headers?",
		words:
			"http response hsts strict-transport-security csp content-security-policy x-frame-options nosniff clickjacking framing web applications websites pages set",
		answer:
			lacking.length === 0
				? `Yes. No gap was seen in HSTS, Content-Security-Policy, protection against framing and X-Content-Type-Options on ${all(hosts.size)}.`
				: `Partly. Gaps were seen on ${counted(hosts.size, "host")} looked at: ${lacking.join(", ")}.`,
		seen,
	};
}
