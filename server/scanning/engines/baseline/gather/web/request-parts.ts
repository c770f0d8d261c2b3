import { constants } from "node:crypto";
import type { Readable } from "node:stream";
import type { Endpoint } from "../../../shared/evidence.ts";
import { LONGEST_ADDRESS, LONGEST_HEADER, LONGEST_POLICY } from "../../../shared/foreign-text.ts";
import type { Exchange, RawBody } from "../../evidence.ts";
import { urlOf } from "../address.ts";
import { explain, type Failure } from "../failure.ts";
import type { Session } from "../session.ts";

/** What both versions of HTTP have in common. */

export type RequestOptions = {
	method: "GET" | "HEAD";
	path: string;
	headers?: Record<string, string>;
	bodyBytes?: number;
};

export const MAX_HEADER_BYTES = 65_536;

export type RequestResult = { ok: true; exchange: Exchange; body: RawBody } | { ok: false; failure: Failure };

/** What every request says, besides its address. */
export const headersFor = (session: Session, { headers }: RequestOptions): Record<string, string> => ({
	"user-agent": session.userAgent,
	accept: "text/html,*/*;q=0.8",
	"accept-encoding": "identity",
	...headers,
});

/** Reads an answer's body up to `limit` bytes. Never rejects: a truncated body is a result. */
async function readBody(
	response: Readable,
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

/** Names in lower case with all their values, each cut to the length that we read. */
export function headersOf(raw: readonly string[]): Map<string, string[]> {
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

/** How to connect to an https endpoint for one version of HTTP. */
export const tlsFor = ({ host }: Pick<Endpoint, "host">, protocol: "http/1.1" | "h2") => ({
	...TLS_FOR_ANYONE,
	servername: serverName(host),
	ALPNProtocols: [protocol],
});

/** The answer whose head has arrived, with its body as far as it is read. */
export async function received(
	session: Session,
	endpoint: Endpoint,
	{ path, bodyBytes }: RequestOptions,
	failureByTime: () => Failure | undefined,
	{ status, rawHeaders, stream }: { status: number; rawHeaders: readonly string[]; stream: Readable },
): Promise<RequestResult> {
	const { limits } = session;
	const body = await readBody(stream, bodyBytes ?? limits.bodyBytes, failureByTime, limits.requestMs / 1000);
	return { ok: true, exchange: { endpoint, url: urlOf(endpoint, path), status, headers: headersOf(rawHeaders) }, body };
}
