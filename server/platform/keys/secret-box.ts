import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets that the server has to read again. `whose` is bound to the text: it opens for nobody else. */
export type SecretBox = {
	seal(secret: Uint8Array, whose: string): Buffer;
	/** Undefined if none of the keys opens it. */
	open(sealed: Buffer, whose: string): Buffer | undefined;
};

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first of `secrets` seals; the others are earlier ones, which still open. Undefined without any secret. */
export function createSecretBox(secrets: readonly Buffer[], purpose: string): SecretBox | undefined {
	const keys = secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)));
	const [first] = keys;
	if (!first) return undefined;
	return {
		seal(secret, whose) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, first, nonce).setAAD(Buffer.from(whose));
			const text = Buffer.concat([cipher.update(secret), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), text]);
		},
		open(sealed, whose) {
			for (const key of keys) {
				const opened = openWith(key, sealed, whose);
				if (opened) return opened;
			}
			return undefined;
		},
	};
}

function openWith(key: Buffer, sealed: Buffer, whose: string): Buffer | undefined {
	try {
		const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
		decipher.setAAD(Buffer.from(whose));
		decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
		return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
	} catch {
		// Sealed with another key, for another account, or damaged: node:crypto throws the same error for all.
		return undefined;
	}
}
