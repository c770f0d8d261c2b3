import { request as requestHttp } from "node:http";
import { request as requestHttps, type RequestOptions as SentOptions } from "node:https";
import type { Endpoint } from "../../../shared/evidence.ts";
import { urlOf } from "../address.ts";
import { type Failure, failureOf } from "../failure.ts";
import { type Session, withDeadline } from "../session.ts";
import {
	headersFor,
	MAX_HEADER_BYTES,
	type RequestOptions,
	type RequestResult,
	received,
	tlsFor,
} from "./request-parts.ts";

/** One request by HTTP/1.1. */
export function requestByHttp1(session: Session, endpoint: Endpoint, options: RequestOptions): Promise<RequestResult> {
	const { method, path } = options;
	const url = urlOf(endpoint, path);
	if (endpoint.scheme === "https" && !session.takeHandshake())
		return Promise.resolve({ ok: false, failure: "handshake-limit" });

	const settle = session.send(`${method} ${url}`, endpoint.at);
	const limit = withDeadline(session, session.limits.requestMs);
	const outgoing: SentOptions = {
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
		headers: { host: new URL(url).host, ...headersFor(session, options), connection: "close" },
		...(endpoint.scheme === "https" ? tlsFor(endpoint, "http/1.1") : {}),
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
			const { statusCode: status = 0, rawHeaders } = response;
			const result = await received(session, endpoint, options, limit.failure, {
				status,
				rawHeaders,
				stream: response,
			});
			settle(String(status));
			resolve(result);
		});
		outbound.end();
	});
}
