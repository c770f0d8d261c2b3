import type { Endpoint } from "../../../shared/evidence.ts";
import type { Failure } from "../failure.ts";
import type { Session } from "../session.ts";
import { requestByHttp1 } from "./request-http1.ts";
import { requestByHttp2 } from "./request-http2.ts";
import type { RequestOptions, RequestResult } from "./request-parts.ts";

/** How HTTP/1.1 fails at a server that speaks only HTTP/2. */
const MAY_BE_HTTP2: readonly Failure[] = ["no-agreement", "not-http", "reset"];

/**
 * Sends one request to an endpoint's checked address, with the name in SNI and Host. Nothing is resolved, followed or kept open.
 * Certificates are not verified here: the certificate part of the scan does that, and a page behind a bad one still has to be read.
 */
export async function request(session: Session, endpoint: Endpoint, options: RequestOptions): Promise<RequestResult> {
	const { host, port } = endpoint;
	const isHttp2 = session.speaksHttp2.has(`${host} ${port}`);
	const result = isHttp2 ? undefined : await requestByHttp1(session, endpoint, options);
	if (result?.ok || (result && (endpoint.scheme === "http" || !MAY_BE_HTTP2.includes(result.failure)))) return result;
	const second = await requestByHttp2(session, endpoint, options);
	if (second.ok) session.speaksHttp2.add(`${host} ${port}`);
	return second.ok || !result ? second : result;
}
