/** Why nothing came back. `aborted` is ours: the scan was ended or its time was up. */
export type Failure =
	| "refused"
	| "unreachable"
	| "timeout"
	| "reset"
	| "not-tls"
	/** It speaks TLS, and takes nothing of what was offered. */
	| "no-agreement"
	/** It asks for a client certificate. */
	| "client-certificate"
	| "not-http"
	| "too-large-headers"
	| "handshake-limit"
	| "aborted";

const BY_CODE: Record<string, Failure> = {
	ECONNREFUSED: "refused",
	ECONNRESET: "reset",
	EPIPE: "reset",
	ETIMEDOUT: "timeout",
	ENETUNREACH: "unreachable",
	EHOSTUNREACH: "unreachable",
	ENETDOWN: "unreachable",
	EHOSTDOWN: "unreachable",
	EADDRNOTAVAIL: "unreachable",
	EAFNOSUPPORT: "unreachable",
	EACCES: "unreachable",
	EPERM: "unreachable",
	EINVAL: "unreachable",
	HPE_HEADER_OVERFLOW: "too-large-headers",
};

/** An alert is TLS; so is what OpenSSL itself turns down: old versions, short keys, no protection at renegotiation (RFC 5746). */
const AGREED_TO_NOTHING = /^ERR_SSL_.*(?:_ALERT_|UNSUPPORTED_PROTOCOL|KEY_TOO_SMALL|NO_SHARED_CIPHER|UNSAFE_LEGACY)/;

/** Names an error from a socket or parser. Errors that Node does not name come from the TLS layer or a broken answer. */
export function failureOf(error: Error): Failure {
	const code = "code" in error ? String(error.code) : "";
	const known = BY_CODE[code];
	if (known) return known;
	if (code.startsWith("HPE_")) return "not-http";
	if (/^ERR_SSL_.*CERTIFICATE_REQUIRED/.test(code)) return "client-certificate";
	// While something is being written, an alert has no code of its own.
	if (AGREED_TO_NOTHING.test(code) || (code === "EPROTO" && /SSL alert number/.test(error.message)))
		return "no-agreement";
	if (code.startsWith("ERR_SSL") || code === "EPROTO" || /\bTLS\b|SSL/.test(error.message)) return "not-tls";
	return "reset";
}

/** The same for a person, after "We asked for X, but …". */
export function explain(failure: Failure, seconds: number): string {
	switch (failure) {
		case "refused":
			return "the connection was refused";
		case "unreachable":
			return "there is no route to it";
		case "timeout":
			return `there was no full answer in ${seconds} s`;
		case "reset":
			return "the connection was closed before an answer came";
		case "not-tls":
			return "it does not speak TLS as we do";
		case "no-agreement":
			return "it speaks TLS, and agreed to nothing that we offered";
		case "client-certificate":
			return "it asks for a client's certificate";
		case "not-http":
			return "the answer is not HTTP";
		case "too-large-headers":
			return "its headers are longer than the 64 kB we read";
		case "handshake-limit":
			return "our limit of TLS handshakes for one scan was used up";
		case "aborted":
			return "the scan was ended before";
	}
}
