import { createECDH, createPrivateKey, sign } from "node:crypto";
import { keptSecret } from "#server/platform/keys/kept-secret.ts";

/** How this server identifies itself to push services (RFC 8292). */
export type Vapid = {
	/** Uncompressed point, base64url. */
	publicKey: string;
	/** The header that says who sends to this endpoint. */
	authorize(endpoint: string, now: Date): string;
};

/** Services accept at most a day. */
const LIFE_SECONDS = 43_200;

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** `privateKey`: 32 bytes in base64url. `contact`: where a push service writes if something is wrong. */
export function createVapid(privateKey: string, contact: string): Vapid {
	const pair = createECDH("prime256v1");
	pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
	const point = pair.getPublicKey();
	const x = point.toString("base64url", 1, 33);
	const y = point.toString("base64url", 33);
	const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: privateKey }, format: "jwk" });
	const publicKey = point.toString("base64url");
	return {
		publicKey,
		authorize(endpoint, now) {
			const expires = Math.floor(now.getTime() / 1_000) + LIFE_SECONDS;
			const claims = { aud: new URL(endpoint).origin, exp: expires, sub: `mailto:${contact}` };
			const signed = `${json({ typ: "JWT", alg: "ES256" })}.${json(claims)}`;
			const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
			return `vapid t=${signed}.${signature}, k=${publicKey}`;
		},
	};
}

function newPrivateKey(): string {
	const pair = createECDH("prime256v1");
	pair.generateKeys();
	// Leading zeros are part of it, and a JWK needs all 32 bytes.
	return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
		.subarray(-32)
		.toString("base64url");
}

/** The key kept in `folder`, created at the first start. A different key would end every subscription. */
export const keptPrivateKey = (folder: string): Promise<string> =>
	keptSecret(folder, "vapid-private-key", newPrivateKey);
