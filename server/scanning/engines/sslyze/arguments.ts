import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import { isPlainAddress } from "../shared/process/is-plain-address.ts";

/** Protocols that start in the clear and switch to TLS, by their usual ports. */
const STARTTLS: Record<number, string> = {
	21: "ftp",
	25: "smtp",
	587: "smtp",
	2525: "smtp",
	110: "pop3",
	143: "imap",
	389: "ldap",
	3389: "rdp",
	5222: "xmpp",
	5269: "xmpp_server",
	5432: "postgres",
};

const COMMANDS = [
	"--certinfo",
	"--sslv2",
	"--sslv3",
	"--tlsv1",
	"--tlsv1_1",
	"--tlsv1_2",
	"--tlsv1_3",
	"--heartbleed",
	"--robot",
	"--openssl_ccs",
	"--reneg",
	"--compression",
	"--fallback",
	"--elliptic_curves",
	"--ems",
];

export function startTlsOf(port: number): string | undefined {
	return STARTTLS[port];
}

/** Sslyze's argument array. The target is in a file, so nothing in it can be taken for an option. */
export function sslyzeArguments(files: { targets: string; report: string }, port: number): string[] {
	const startTls = startTlsOf(port);
	return [
		`--targets_in=${files.targets}`,
		`--json_out=${files.report}`,
		"--slow_connection",
		"--mozilla_config=intermediate",
		...COMMANDS,
		// Read over HTTP, which only works on a port that starts with TLS.
		...(startTls === undefined ? ["--http_headers"] : [`--starttls=${startTls}`]),
	];
}

/** The one line of the targets file: the name goes into the handshake, and the connection goes to the checked address. */
export function targetLine(host: string, port: number, at: CheckedAddress): string {
	const isName = /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host);
	const isAddress = isPlainAddress({ address: host, family: host.includes(":") ? 6 : 4 });
	if (!(isName || isAddress) || !isPlainAddress(at) || !Number.isInteger(port) || port < 1 || port > 65_535)
		throw new Error("Not a checked target");
	return `${host.includes(":") ? `[${host}]` : host}:${port}{${at.address}}\n`;
}
