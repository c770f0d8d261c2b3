import { connect as connectHttp2 } from "node:http2";
import { connect as connectTls } from "node:tls";
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

/** One request by HTTP/2, as browsers speak it where a server has nothing else. */
export function requestByHttp2(session: Session, endpoint: Endpoint, options: RequestOptions): Promise<RequestResult> {
	const { method, path } = options;
	const url = urlOf(endpoint, path);
	if (!session.takeHandshake()) return Promise.resolve({ ok: false, failure: "handshake-limit" });
	const settle = session.send(`${method} ${url} (HTTP/2)`, endpoint.at);
	const limit = withDeadline(session, session.limits.requestMs);

	return new Promise((resolve) => {
		const client = connectHttp2(new URL(url).origin, {
			settings: { enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES },
			createConnection: () => connectTls({ ...tlsFor(endpoint, "h2"), host: endpoint.at.address, port: endpoint.port }),
		});
		let isOver = false;
		const end = (result: RequestResult, outcome: string) => {
			if (isOver) return;
			isOver = true;
			limit.signal.removeEventListener("abort", abort);
			settle(outcome);
			resolve(result);
			client.destroy();
		};
		const failWith = (failure: Failure) => end({ ok: false, failure }, failure);
		const fail = (error: Error) => failWith(limit.failure() ?? failureOf(error));
		const abort = () => failWith(limit.failure() ?? "timeout");
		limit.signal.addEventListener("abort", abort, { once: true });
		client.on("error", fail);
		client.once("close", () => failWith("reset"));
		const stream = client.request({
			":method": method,
			":path": path,
			":authority": new URL(url).host,
			...headersFor(session, options),
		});
		stream.on("error", fail);
		stream.once("response", async (headers, _flags, raw: readonly string[]) => {
			const status = Number(headers[":status"]);
			const rawHeaders = raw.filter((_, at) => !isPseudo(raw, at));
			end(await received(session, endpoint, options, limit.failure, { status, rawHeaders, stream }), String(status));
		});
		stream.end();
	});
}

/** Whether this is a name that begins with a colon, or its value. */
const isPseudo = (raw: readonly string[], at: number): boolean => raw[at - (at % 2)]?.startsWith(":") ?? false;
