import { createHash, randomBytes } from "node:crypto";

/** 256 random bits for a link. */
export function newToken(): string {
	return randomBytes(32).toString("base64url");
}

/** All that we store of a link's token. */
export function tokenHash(token: string): Buffer {
	return createHash("sha256").update(token).digest();
}
