import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The browser's keys, as base64url. */
export type Receiver = { p256dh: string; auth: string };

/** Fresh for each message. A test uses those in the standard's example. */
export type Fresh = { privateKey: Buffer; salt: Buffer };

const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const RECORD_SIZE = 4_096;
/** Ends the last record (RFC 8188, section 2). */
const LAST = Buffer.of(2);

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, bytes: number) =>
	Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
const label = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`);

const fresh = (): Fresh => {
	const pair = createECDH("prime256v1");
	pair.generateKeys();
	return { privateKey: pair.getPrivateKey(), salt: randomBytes(16) };
};

/** Encrypts a push message for one browser (RFC 8291 in the `aes128gcm` encoding of RFC 8188). Returns the body of the request. */
export function encrypt(message: Buffer, { p256dh, auth }: Receiver, { privateKey, salt }: Fresh = fresh()): Buffer {
	const ours = createECDH("prime256v1");
	ours.setPrivateKey(privateKey);
	const ourKey = ours.getPublicKey();
	const theirKey = Buffer.from(p256dh, "base64url");
	const shared = ours.computeSecret(theirKey);
	const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirKey, ourKey]);
	const secret = hkdf(Buffer.from(auth, "base64url"), shared, info, 32);
	const contentKey = hkdf(salt, secret, label("aes128gcm"), KEY_BYTES);
	const nonce = hkdf(salt, secret, label("nonce"), NONCE_BYTES);

	const cipher = createCipheriv("aes-128-gcm", contentKey, nonce);
	const sealed = Buffer.concat([cipher.update(message), cipher.update(LAST), cipher.final(), cipher.getAuthTag()]);
	const recordSize = Buffer.alloc(4);
	recordSize.writeUInt32BE(RECORD_SIZE);
	return Buffer.concat([salt, recordSize, Buffer.of(ourKey.length), ourKey, sealed]);
}
