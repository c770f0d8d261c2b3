import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { PushMessage, PushSubscription } from "#contract/notifications.ts";
import type { Guard } from "../targets/guard.ts";
import { parseTarget } from "../targets/parse.ts";
import { encrypt } from "./encrypt.ts";
import type { Vapid } from "./vapid.ts";

/**
 * `gone`: the endpoint does not exist anymore, or never did. `refused`: the service does not take this message. `later`: trying
 * again may help.
 */
export type Delivery = "delivered" | "gone" | "refused" | "later";

/** Where to connect: the endpoint's address that was checked, and no other. */
type Place = { url: URL; address: string; family: 4 | 6; listed: boolean };

const TIMEOUT_MS = 15_000;
/** How long a push service keeps what a switched-off device has not fetched, in seconds. */
const KEPT_SECONDS = 86_400;

/**
 * Where an endpoint leads, or null if that is not allowed. The subscriber names the endpoint, so it is an address from outside
 * like a scan's target: public addresses only, https only, unless the operator listed it.
 */
export async function placeOf(endpoint: string, guard: Guard): Promise<Place | "unknown" | null> {
	const url = URL.parse(endpoint);
	const parsed = parseTarget(endpoint);
	if (url === null || url.username !== "" || !parsed.ok) return null;
	const answer = await guard.check(parsed.target);
	if (!answer.ok) return answer.code === "unknown" ? "unknown" : null;
	const { addresses, listed } = answer.checked;
	if (url.protocol !== "https:" && !listed) return null;
	return { url, ...addresses[0], listed };
}

/** Hands one message to a browser's push service. Never rejects. */
export async function deliver(
	message: PushMessage,
	{ endpoint, keys }: PushSubscription,
	{ guard, vapid, now }: { guard: Guard; vapid: Vapid; now: () => Date },
): Promise<Delivery> {
	const place = await placeOf(endpoint, guard);
	if (place === null) return "gone";
	if (place === "unknown") return "later";
	let body: Buffer;
	try {
		body = encrypt(Buffer.from(JSON.stringify(message)), keys);
	} catch {
		// A key that is not on the curve: no device could ever read the message.
		return "gone";
	}
	const headers = {
		host: place.url.host,
		authorization: vapid.authorize(endpoint, now()),
		"content-encoding": "aes128gcm",
		"content-type": "application/octet-stream",
		"content-length": body.length,
		ttl: String(KEPT_SECONDS),
		urgency: "normal",
	};
	const status = await post(place, headers, body);
	if (status >= 200 && status < 300) return "delivered";
	if (status === 404 || status === 410) return "gone";
	return status >= 400 && status < 500 && status !== 408 && status !== 429 ? "refused" : "later";
}

/** The answer's status, 0 where there is none. Redirects are not followed: they would lead past the guard. */
function post(
	{ url, address, family }: Place,
	headers: Record<string, string | number>,
	body: Buffer,
): Promise<number> {
	const https = url.protocol === "https:";
	return new Promise((resolve) => {
		const outgoing = (https ? requestHttps : requestHttp)({
			method: "POST",
			host: address,
			family,
			port: url.port || (https ? 443 : 80),
			path: `${url.pathname}${url.search}`,
			headers,
			agent: false,
			setHost: false,
			signal: AbortSignal.timeout(TIMEOUT_MS),
			...(https && { servername: url.hostname }),
		});
		outgoing.once("error", () => resolve(0));
		outgoing.once("upgrade", (_response, socket) => {
			socket.destroy();
			resolve(0);
		});
		outgoing.once("response", (response) => {
			response.once("error", () => undefined);
			response.destroy();
			resolve(response.statusCode ?? 0);
		});
		outgoing.end(body);
	});
}
