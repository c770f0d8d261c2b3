import type { WebhookProblem } from "#contract/webhooks/webhooks.ts";
import { placeOf } from "../outgoing/place.ts";
import { post } from "../outgoing/post.ts";
import type { SecretBox } from "../secret-box.ts";
import type { Guard } from "../targets/guard.ts";
import { openSigningSecret, signedHeaders } from "./signing-secret.ts";

/** Where a message goes, and what signs it. */
export type Receiver = {
	workspaceId: string;
	webhookId: string;
	url: string;
	secret: Buffer;
	oldSecret: Buffer | null;
	oldSecretUntil: Date | null;
};

/** What came back from one try. */
export type Tried = {
	/** Null if there was no answer. */
	code: number | null;
	/** Null if the message was taken. */
	problem: WebhookProblem | null;
	/** The beginning of the answer. */
	answer: string;
	/** As sent: seconds or a date. */
	retryAfter: string | undefined;
};

export type SendMessageDeps = {
	guard: Guard;
	/** Undefined where the server has no key to open secrets with. */
	box: SecretBox | undefined;
	userAgent: string;
	now: () => Date;
};

/** The whole of one try takes no longer. */
export const TRY_MS = 15_000;
const ANSWER_BYTES = 1_024;
/** PostgreSQL keeps no NUL, and the others are nothing to read. */
const UNREADABLE = /[^\P{Cc}\n\t]/gu;

/** Sends one message to a webhook, once. Never rejects. */
export async function sendMessage(
	{ guard, box, userAgent, now }: SendMessageDeps,
	to: Receiver,
	message: { id: string; body: string },
): Promise<Tried> {
	const failed = (problem: WebhookProblem): Tried => ({ code: null, problem, answer: "", retryAfter: undefined });
	const place = await placeOf(to.url, guard);
	if (place === null) return failed("not-allowed");
	if (place === "unknown") return failed("connection");
	const at = now();
	const isOldGood = to.oldSecretUntil !== null && to.oldSecretUntil > at;
	const sealed = [to.secret, ...(isOldGood && to.oldSecret ? [to.oldSecret] : [])];
	const secrets = sealed.flatMap((each) => (box && openSigningSecret(box, each, to)) ?? []);
	if (secrets.length === 0) return failed("no-key");
	const headers = {
		...signedHeaders(secrets, { id: message.id, at, body: message.body }),
		"content-type": "application/json",
		"user-agent": userAgent,
	};
	const limits = { timeoutMs: TRY_MS, maxAnswerBytes: ANSWER_BYTES };
	const result = await post(place, headers, Buffer.from(message.body), limits);
	if (result.status === "failed") return failed(result.why);
	const { code, retryAfter } = result;
	const problem = code >= 200 && code < 300 ? null : "status";
	return { code, problem, answer: result.body.replaceAll(UNREADABLE, " "), retryAfter };
}
