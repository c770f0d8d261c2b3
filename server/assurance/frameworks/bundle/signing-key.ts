import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";

/** What signs a bundle: the key, by which a reader finds its public part, and the act itself. */
export type Signer = { keyId: string; sha256: string; sign(content: Buffer): Buffer };

/** A new Ed25519 key (RFC 8032) as DER: SubjectPublicKeyInfo and PKCS #8. */
export function newSigningKey(): { publicKey: Buffer; privateKey: Buffer } {
	const { publicKey, privateKey } = generateKeyPairSync("ed25519");
	return {
		publicKey: publicKey.export({ type: "spki", format: "der" }),
		privateKey: privateKey.export({ type: "pkcs8", format: "der" }),
	};
}

export function signerOf(keyId: string, { publicKey, privateKey }: ReturnType<typeof newSigningKey>): Signer {
	const key = createPrivateKey({ key: privateKey, type: "pkcs8", format: "der" });
	return { keyId, sha256: fingerprintOf(publicKey), sign: (content) => sign(null, content, key) };
}

/** SHA-256 of the public key as DER, in hex: what `openssl pkey -pubin -outform DER | sha256sum` says. */
export const fingerprintOf = (publicKey: Buffer): string => createHash("sha256").update(publicKey).digest("hex");

export const pemOf = (publicKey: Buffer): string =>
	createPublicKey({ key: publicKey, type: "spki", format: "der" }).export({ type: "spki", format: "pem" }).toString();

/** Where a key's page is, below the server's own address. The key itself is at the same path with `.pem`. */
export const keyPath = (keyId: string): string => `/keys/${keyId}`;

/** Names in a bundle, and of the key once it was downloaded. */
export const SIGNED_FILE = "manifest.json";
export const SIGNATURE_FILE = "manifest.json.sig";
const keyFile = (keyId: string): string => `${keyId}.pem`;

/** What a reader types to check a bundle: the signature (OpenSSL 3), and then the files. */
export const checkLines = (keyId: string): { signature: string; files: string } => ({
	signature: `openssl pkeyutl -verify -pubin -inkey ${keyFile(keyId)} -rawin -in ${SIGNED_FILE} -sigfile ${SIGNATURE_FILE}`,
	files: `jq -r '.files[] | .sha256 + "  " + .path' ${SIGNED_FILE} | sha256sum --check --quiet`,
});
