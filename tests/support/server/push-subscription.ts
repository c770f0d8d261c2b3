import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, bytes: number) =>
	Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** A browser's subscription at an endpoint, and how it reads messages (RFC 8291). */
export function newSubscription(endpoint: string) {
	const pair = createECDH("prime256v1");
	const ownKey = pair.generateKeys();
	const auth = randomBytes(16);
	return {
		subscription: { endpoint, keys: { p256dh: ownKey.toString("base64url"), auth: auth.toString("base64url") } },
		read(body: Buffer): unknown {
			const salt = body.subarray(0, 16);
			const keyEnd = 21 + body.readUInt8(20);
			const theirKey = body.subarray(21, keyEnd);
			const info = Buffer.concat([Buffer.from("WebPush: info\0"), ownKey, theirKey]);
			const secret = hkdf(auth, pair.computeSecret(theirKey), info, 32);
			const label = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`);
			const decipher = createDecipheriv(
				"aes-128-gcm",
				hkdf(salt, secret, label("aes128gcm"), 16),
				hkdf(salt, secret, label("nonce"), 12),
			);
			decipher.setAuthTag(body.subarray(-16));
			const text = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
			return JSON.parse(text.subarray(0, -1).toString());
		},
	};
}
