import { type ClientRequest, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { type CheckedAddress, portOf } from "./place.ts";

/** Why no answer came. */
export type Unanswered = "timeout" | "certificate" | "connection";

type Sent = {
	method: string;
	headers: Record<string, string | number>;
	body: Buffer;
	/** For everything together, from the connection to the end of the answer. */
	timeoutMs: number;
	/** Takes whatever certificate there is: only where no secret is sent. */
	anyCertificate: boolean;
};

/** Opens a connection of its own to a checked address. The caller listens, and ends it. */
export function open(
	{ url, address, family }: CheckedAddress,
	{ method, headers, body, timeoutMs, anyCertificate }: Sent,
): ClientRequest {
	const https = url.protocol === "https:";
	return (https ? requestHttps : requestHttp)({
		method,
		host: address,
		family,
		port: portOf(url),
		path: `${url.pathname}${url.search}`,
		headers: { ...headers, host: url.host, "content-length": body.length },
		agent: false,
		setHost: false,
		signal: AbortSignal.timeout(timeoutMs),
		rejectUnauthorized: !anyCertificate,
		// An IP address is no server name (RFC 6066); its certificate is checked against the address.
		...(https && { servername: isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? url.hostname : "" }),
	});
}

/** OpenSSL's codes of what is wrong with a certificate, as Node passes them on. */
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|ISSUER|ERR_TLS|^ERR_SSL_/;

export function reasonOf(error: Error): Unanswered {
	if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout";
	return "code" in error && CERTIFICATE_CODES.test(String(error.code)) ? "certificate" : "connection";
}
