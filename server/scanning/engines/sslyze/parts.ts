import type { ScanPart } from "#contract/findings/findings.ts";
import type { SslyzeResult } from "./read-json.ts";

/** What each scan command checks, in the order of a report. */
const LABELS = {
	certificate_info: "Certificate",
	ssl_2_0_cipher_suites: "SSL 2.0",
	ssl_3_0_cipher_suites: "SSL 3.0",
	tls_1_0_cipher_suites: "TLS 1.0",
	tls_1_1_cipher_suites: "TLS 1.1",
	tls_1_2_cipher_suites: "TLS 1.2",
	tls_1_3_cipher_suites: "TLS 1.3",
	heartbleed: "Heartbleed",
	robot: "ROBOT",
	openssl_ccs_injection: "OpenSSL CCS injection",
	session_renegotiation: "Renegotiation",
	tls_compression: "Compression",
	tls_fallback_scsv: "Protection against downgrades",
	tls_extended_master_secret: "Extended master secret",
	http_headers: "HSTS",
} as const satisfies Partial<Record<keyof SslyzeResult, string>>;

const COMMANDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** Which commands finished on a port and which broke; those that were not requested are left out. */
export function partsOf(port: number, result: SslyzeResult, unreadCertificate = false): ScanPart[] {
	return COMMANDS.flatMap((command): ScanPart[] => {
		const outcome = result[command];
		if (!outcome || outcome.status === "NOT_SCHEDULED") return [];
		const part = { part: `${command}-${port}`, label: `${LABELS[command]}, port ${port}` };
		if (command === "http_headers" && result.http_headers?.result?.http_error_trace)
			return [{ ...part, status: "not-evaluated", reason: "The port gave no HTTP answer to read the header from." }];
		if (command === "certificate_info" && unreadCertificate)
			return [{ ...part, status: "not-evaluated", reason: "A certificate of the server's is not well formed." }];
		return outcome.status === "COMPLETED"
			? [{ ...part, status: "evaluated" }]
			: [{ ...part, status: "not-evaluated", reason: whyNot(outcome.error_reason) }];
	});
}

function whyNot(reason: string | null | undefined): string {
	switch (reason) {
		case "CONNECTIVITY_ISSUE":
			return "Connections broke off while this was looked at.";
		case "CLIENT_CERTIFICATE_NEEDED":
			return "The server asks for a client certificate.";
		default:
			return "SSLyze could not do this here.";
	}
}
