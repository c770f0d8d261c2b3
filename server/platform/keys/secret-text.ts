import { randomBytes } from "node:crypto";

/** The key that encrypts signing secrets: 32 bytes in base64url. */
export const newWebhookSecret = (): string => randomBytes(32).toString("base64url");
export const isWebhookSecret = (text: string): boolean =>
	/^[\w-]{43}$/.test(text) && Buffer.from(text, "base64url").length === 32;
