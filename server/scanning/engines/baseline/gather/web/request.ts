import { constants } from "node:crypto";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import type { Endpoint } from "../../../shared/evidence.ts";
import { LONGEST_ADDRESS, LONGEST_HEADER, LONGEST_POLICY } from "../../../shared/foreign-text.ts";
import type { Exchange, RawBody } from "../../evidence.ts";
import { urlOf } from "../address.ts";
import { explain, type Failure, failureOf } from "../failure.ts";
import { type Session, withDeadline } from "../session.ts";

/** Reads an answer's body up to `limit` bytes. Never rejects: a truncated body is a result. */
async function readBody(
	response: IncomingMessage,
	limit: number,
	failureByTime: () => Failure | undefined,
	seconds: number,
): Promise<RawBody> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of response) {
			chunks.push(chunk);
			length += chunk.length;
			// Leaving the loop destroys the response, so we never receive the rest.
			if (length > limit) break;
		}
	} catch {
		const failure = failureByTime();
		return {
			status: "unread",
			reason: failure ? explain(failure, seconds) : "the connection was closed before its end",
		};
	}
	return { status: length > limit ? "cut" : "whole", bytes: Buffer.concat(chunks).subarray(0, limit) };
}

const MAX_HEADER_BYTES = 65_536;

export type RequestResult = { ok: true; exchange: Exchange; body: RawBody } | { ok: false; failure: Failure };

/**
 * Sends one request to an endpoint's checked address, with the name in SNI and Host. Nothing is resolved, followed or kept open.
 * Certificates are not verified here: the certificate part of the scan does that, and a page behind a bad one still has to be read.
 */
export function request(
	session: Session,
	endpoint: Endpoint,
	options: { method: "GET" | "HEAD"; path: string; headers?: Record<string, string>; bodyBytes?: number },
): Promise<RequestResult> {
	const { method, path } = options;
	const url = urlOf(endpoint, path);
	if (endpoint.scheme === "https" && !session.takeHandshake())
		return Promise.resolve({ ok: false, failure: "handshake-limit" });

	const settle = session.send(`${method} ${url}`, endpoint.at);
	const limit = withDeadline(session, session.limits.requestMs);
	const outgoing: RequestOptions = {
		method,
		path,
		host: endpoint.at.address,
		port: endpoint.port,
		family: endpoint.at.family,
		agent: false,
		signal: limit.signal,
		maxHeaderSize: MAX_HEADER_BYTES,
		setHost: false,
		// Browsers read lines that end without a carriage return, and values with control characters in them.
		insecureHTTPParser: true,
		headers: {
			host: new URL(url).host,
			"user-agent": session.userAgent,
			accept: "text/html,*/*;q=0.8",
			"accept-encoding": "identity",
			connection: "close",
			...options.headers,
		},
		...(endpoint.scheme === "https" ? TLS_FOR_ANYONE : {}),
		...(endpoint.scheme === "https" ? { servername: serverName(endpoint.host) } : {}),
	};

	return new Promise((resolve) => {
		const failWith = (failure: Failure) => {
			settle(failure);
			resolve({ ok: false, failure });
		};
		const fail = (error: Error) => failWith(limit.failure() ?? failureOf(error));
		const outbound = endpoint.scheme === "https" ? requestHttps(outgoing) : requestHttp(outgoing);
		outbound.once("error", fail);
		// 101, which we did not ask for: without this listener there is neither a response nor an error, and this would never resolve.
		outbound.once("upgrade", (_response, socket) => {
			socket.destroy();
			failWith("not-http");
		});
		outbound.once("response", async (response) => {
			// From here on it is a success, even if the body fails.
			outbound.off("error", fail);
			outbound.on("error", () => undefined);
			const body = await readBody(
				response,
				options.bodyBytes ?? session.limits.bodyBytes,
				limit.failure,
				session.limits.requestMs / 1000,
			);
			settle(String(response.statusCode));
			resolve({
				ok: true,
				exchange: { endpoint, url, status: response.statusCode ?? 0, headers: headersOf(response.rawHeaders) },
				body,
			});
		});
		outbound.end();
	});
}

/** Reads pages from servers that modern clients would reject: checking one does not mean trusting it. */
const TLS_FOR_ANYONE = {
	rejectUnauthorized: false,
	minVersion: "TLSv1",
	ciphers: "ALL:@SECLEVEL=0",
	secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
} as const;

/** SNI holds names only (RFC 6066); an empty string turns it off. */
export function serverName(host: string): string {
	return host.includes(":") || /^[\d.]+$/.test(host) ? "" : host;
}

/** Headers that are longer even on ordinary sites; cutting them at the usual length would change their meaning. */
const LONGER: Readonly<Record<string, number>> = {
	"content-security-policy": LONGEST_POLICY,
	"content-security-policy-report-only": LONGEST_POLICY,
	// One character more than we follow (walk.ts), so that an address that was cut is not taken for another one.
	location: LONGEST_ADDRESS + 1,
	// A browser's limit, plus the attributes after it.
	"set-cookie": 6_144,
};

function headersOf(raw: readonly string[]): Map<string, string[]> {
	const headers = new Map<string, string[]>();
	for (let index = 0; index + 1 < raw.length; index += 2) {
		const name = (raw[index] ?? "").slice(0, LONGEST_HEADER).toLowerCase();
		const longest = Object.hasOwn(LONGER, name) ? LONGER[name] : LONGEST_HEADER;
		const value = (raw[index + 1] ?? "").slice(0, longest);
		const values = headers.get(name);
		if (values) values.push(value);
		else headers.set(name, [value]);
	}
	return headers;
}
