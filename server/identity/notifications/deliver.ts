import type { PushMessage, PushSubscription } from "#contract/accounts/notifications.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { placeOf } from "#server/platform/outgoing/place.ts";
import { post } from "#server/platform/outgoing/post.ts";
import type { Delivery } from "#server/platform/watch/happened.ts";
import { encrypt } from "./encrypt.ts";
import type { Vapid } from "./vapid.ts";

const TIMEOUT_MS = 15_000;
/** How long a push service keeps messages for a switched-off device, in seconds. */
const KEPT_SECONDS = 86_400;

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
		authorization: vapid.authorize(endpoint, now()),
		"content-encoding": "aes128gcm",
		"content-type": "application/octet-stream",
		ttl: String(KEPT_SECONDS),
		urgency: "normal",
	};
	const answer = await post(place, headers, body, { timeoutMs: TIMEOUT_MS, maxAnswerBytes: 0 });
	if (answer.status === "failed") return "later";
	const status = answer.code;
	if (status >= 200 && status < 300) return "delivered";
	if (status === 404 || status === 410) return "gone";
	return status >= 400 && status < 500 && status !== 408 && status !== 429 ? "refused" : "later";
}
