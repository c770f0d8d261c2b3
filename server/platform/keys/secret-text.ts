import { randomBytes } from "node:crypto";

/** A new secret for this server: 32 bytes in base64url. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
export const isSecret = (text: string): boolean =>
	/^[\w-]{43}$/.test(text) && Buffer.from(text, "base64url").length === 32;
