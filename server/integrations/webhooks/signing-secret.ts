import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { SecretBox } from "#server/platform/keys/secret-box.ts";

/** A new secret as receivers' libraries expect it: 256 random bits. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

type Whose = { workspaceId: string; webhookId: string };

/** A secret copied to another webhook, or another workspace, cannot be decrypted there. */
const bound = ({ workspaceId, webhookId }: Whose) => `${workspaceId} ${webhookId}`;

export const sealSigningSecret = (box: SecretBox, secret: string, whose: Whose): Buffer =>
	box.seal(Buffer.from(secret), bound(whose));

/** Undefined if it was encrypted with another key. */
export const openSigningSecret = (box: SecretBox, sealed: Buffer, whose: Whose): string | undefined =>
	box.open(sealed, bound(whose))?.toString();

/** The headers of Standard Webhooks, with one signature for each secret. */
export function signedHeaders(secrets: readonly string[], message: { id: string; at: Date; body: string }) {
	return {
		"webhook-id": message.id,
		"webhook-timestamp": String(Math.floor(message.at.getTime() / 1_000)),
		"webhook-signature": secrets
			.map((secret) => new Webhook(secret).sign(message.id, message.at, message.body))
			.join(" "),
	};
}
