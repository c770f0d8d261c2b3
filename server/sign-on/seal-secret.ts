import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts client secrets for the database. */
export type SecretSeal = {
	seal(secret: string, workspaceId: string): Buffer;
	/** Undefined: it was sealed with another key, or for another workspace. */
	open(sealed: Buffer, workspaceId: string): string | undefined;
};

const NONCE = 12;
const TAG = 16;

export const newSignOnSecret = (): string => randomBytes(32).toString("base64url");

/** 32 bytes in base64url. */
export const isSignOnSecret = (text: string): boolean =>
	/^[\w-]{43}$/.test(text) && Buffer.from(text, "base64url").length === 32;

/** AES-256-GCM. Its workspace is authenticated with it: a row that is copied to another workspace opens nothing. */
export function createSecretSeal(secret: string): SecretSeal {
	const key = Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", "client secrets", 32));
	return {
		seal(text, workspaceId) {
			const nonce = randomBytes(NONCE);
			const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(workspaceId));
			const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), body]);
		},
		open(sealed, workspaceId) {
			try {
				const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE), { authTagLength: TAG })
					.setAAD(Buffer.from(workspaceId))
					.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
				return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
			} catch {
				return undefined;
			}
		},
	};
}
