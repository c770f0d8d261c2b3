import type { WebhookKind, WebhookProblem } from "#contract/webhooks/webhooks.ts";
import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { placeOf } from "#server/platform/outgoing/place.ts";
import { post } from "#server/platform/outgoing/post.ts";
import type { After } from "./after.ts";
import { openSigningSecret, signedHeaders } from "./signing-secret.ts";
import { openAddress } from "./slack/address.ts";
import { readSlackAnswer } from "./slack/answer.ts";

/** Where a message goes, and what signs it. */
export type Receiver = {
	workspaceId: string;
	webhookId: string;
	kind: WebhookKind;
	/** For a Slack address, the part of it that we show. */
	url: string;
	/** The signing secret, or the Slack address; encrypted. */
	secret: Buffer;
	oldSecret: Buffer | null;
	oldSecretUntil: Date | null;
};

/** The result of one try. */
export type Tried = {
	/** Null if there was no answer. */
	code: number | null;
	/** Null if the message was accepted. */
	problem: WebhookProblem | null;
	after: After;
	/** The start of the answer. */
	answer: string;
	/** As sent: seconds or a date. */
	retryAfter: string | undefined;
};

export type SendMessageDeps = {
	guard: Guard;
	/** Undefined if the server has no key to decrypt secrets with. */
	box: SecretBox | undefined;
	userAgent: string;
	now: () => Date;
};

/** Time limit for one whole try. */
export const TRY_MS = 15_000;
const ANSWER_BYTES = 1_024;
/** PostgreSQL stores no NUL, and the others cannot be read. */
const UNREADABLE = /[^\P{Cc}\n\t]/gu;

/** Sends one message to a webhook, once. Never rejects. */
export async function sendMessage(
	{ guard, box, userAgent, now }: SendMessageDeps,
	to: Receiver,
	message: { id: string; body: string },
): Promise<Tried> {
	const failed = (problem: WebhookProblem): Tried => ({
		code: null,
		problem,
		after: "again",
		answer: "",
		retryAfter: undefined,
	});
	const at = now();
	const ready = to.kind === "slack" ? readyForSlack(box, to) : readyForStandard(box, to, { ...message, at });
	if (!ready) return failed("no-key");
	const place = await placeOf(ready.url, guard);
	if (place === null) return failed("not-allowed");
	if (place === "unknown") return failed("connection");
	const headers = { ...ready.headers, "content-type": "application/json", "user-agent": userAgent };
	const limits = { timeoutMs: TRY_MS, maxAnswerBytes: ANSWER_BYTES };
	const result = await post(place, headers, Buffer.from(message.body), limits);
	if (result.status === "failed") return failed(result.why);
	const { code, retryAfter } = result;
	const read = to.kind === "slack" ? readSlackAnswer(code, result.body) : readAnswer(code);
	return { code, ...read, answer: result.body.replaceAll(UNREADABLE, " "), retryAfter };
}

function readAnswer(code: number): Pick<Tried, "problem" | "after"> {
	if (code >= 200 && code < 300) return { problem: null, after: "done" };
	return { problem: "status", after: code === 410 ? "off" : "again" };
}

type Ready = { url: string; headers: Record<string, string> };

/** Undefined if none of its secrets can be decrypted. */
function readyForStandard(
	box: SecretBox | undefined,
	to: Receiver,
	message: { id: string; at: Date; body: string },
): Ready | undefined {
	const isOldGood = to.oldSecretUntil !== null && to.oldSecretUntil > message.at;
	const sealed = [to.secret, ...(isOldGood && to.oldSecret ? [to.oldSecret] : [])];
	const secrets = sealed.flatMap((each) => (box && openSigningSecret(box, each, to)) ?? []);
	return secrets.length === 0 ? undefined : { url: to.url, headers: signedHeaders(secrets, message) };
}

/** Slack checks no signature: knowing the address proves who sends. */
function readyForSlack(box: SecretBox | undefined, to: Receiver): Ready | undefined {
	const url = box && openAddress(box, to.secret, to);
	return url === undefined ? undefined : { url, headers: {} };
}
