import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { type Place, portOf } from "./place.ts";

/** What came back. `failed`: no answer, or none that was worth waiting for. */
export type PostResult =
	| {
			status: "answered";
			code: number;
			/** As sent: seconds or a date. */
			retryAfter: string | undefined;
			/** The beginning of the body, as text. */
			body: string;
	  }
	| { status: "failed"; why: "timeout" | "certificate" | "connection" };

type PostLimits = {
	/** For everything together, from the connection to the end of the answer. */
	timeoutMs: number;
	/** How much of the answer is read; with 0, nothing but its head. */
	maxAnswerBytes: number;
};

/** OpenSSL's codes of what is wrong with a certificate, as Node passes them on. */
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|ISSUER|ERR_TLS|^ERR_SSL_/;

/**
 * Sends a body to a checked address, in a connection of its own. Redirects are not followed: they would lead past the guard.
 * Never rejects.
 */
export function post(
	{ url, address, family }: Place,
	headers: Record<string, string | number>,
	body: Buffer,
	{ timeoutMs, maxAnswerBytes }: PostLimits,
): Promise<PostResult> {
	const https = url.protocol === "https:";
	return new Promise((resolve) => {
		const outgoing = (https ? requestHttps : requestHttp)({
			method: "POST",
			host: address,
			family,
			port: portOf(url),
			path: `${url.pathname}${url.search}`,
			headers: { ...headers, host: url.host, "content-length": body.length },
			agent: false,
			setHost: false,
			signal: AbortSignal.timeout(timeoutMs),
			// An IP address is no server name (RFC 6066); its certificate is checked against the address.
			...(https && {
				servername: isIP(address) && url.hostname.replace(/^\[|\]$/g, "") === address ? "" : url.hostname,
			}),
		});
		let fail = (error: Error) => resolve({ status: "failed", why: reasonOf(error) });
		outgoing.on("error", (error) => fail(error));
		outgoing.once("upgrade", (_response, socket) => {
			socket.destroy();
			resolve({ status: "failed", why: "connection" });
		});
		outgoing.once("response", (response) => {
			const parts: Buffer[] = [];
			let length = 0;
			const finish = () => {
				response.destroy();
				resolve({
					status: "answered",
					code: response.statusCode ?? 0,
					retryAfter: response.headers["retry-after"],
					body: Buffer.concat(parts).subarray(0, maxAnswerBytes).toString("utf8"),
				});
			};
			// The receiver has answered, even if the rest of what it says never arrives.
			fail = finish;
			response.on("error", finish);
			response.once("end", finish);
			if (maxAnswerBytes === 0) return finish();
			response.on("data", (part: Buffer) => {
				parts.push(part);
				length += part.length;
				if (length >= maxAnswerBytes) finish();
			});
		});
		outgoing.end(body);
	});
}

function reasonOf(error: Error): "timeout" | "certificate" | "connection" {
	if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout";
	return "code" in error && CERTIFICATE_CODES.test(String(error.code)) ? "certificate" : "connection";
}
