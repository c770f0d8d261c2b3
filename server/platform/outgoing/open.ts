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
	/** For the whole exchange, from the connection to the end of the answer. */
	timeoutMs: number;
	/** Accepts any certificate: only where no secret is sent. */
	anyCertificate: boolean;
};

/** Opens a separate connection to a checked address. The caller listens to it and ends it. */
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
		// An IP address is not a server name (RFC 6066). Its certificate is checked against the address.
		...(https && { servername: isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? url.hostname : "" }),
	});
}

/** OpenSSL's error codes for bad certificates, as Node passes them on. */
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|ISSUER|ERR_TLS|^ERR_SSL_/;

export function reasonOf(error: Error): Unanswered {
	if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout";
	return "code" in error && CERTIFICATE_CODES.test(String(error.code)) ? "certificate" : "connection";
}
