import type { Bytes } from "./lock-state.ts";

/** The parts of Web Crypto used here. */
export type LockCrypto = Pick<Crypto, "subtle" | "getRandomValues">;

/** The working keys derived from the data key. Neither can be exported; both can be sent to other tabs. */
export type DataKeys = { content: CryptoKey; names: CryptoKey };

/** The first byte of everything that is encrypted here. */
const VERSION = 1;
const IV_BYTES = 12;

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** A new data key. Its bytes are in memory only while a lock is created or changed. */
export const newDataKey = (crypto: LockCrypto): Bytes => crypto.getRandomValues(new Uint8Array(32));

/** A key for one purpose, derived from random bytes. */
async function derived(
	bytes: Bytes,
	purpose: string,
	use: { algorithm: AesKeyGenParams | HmacKeyGenParams; usages: KeyUsage[] },
	{ subtle }: LockCrypto,
): Promise<CryptoKey> {
	const base = await subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
	const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8(`plumbline-lock ${purpose}`) };
	return subtle.deriveKey(derivation, base, use.algorithm, false, use.usages);
}

const AES = { algorithm: { name: "AES-GCM", length: 256 }, usages: ["encrypt", "decrypt"] as KeyUsage[] };
const HMAC = { algorithm: { name: "HMAC", hash: "SHA-256", length: 256 }, usages: ["sign"] as KeyUsage[] };

/** An AES key derived from random bytes, such as a passkey's secret. */
export const aesKeyOf = (bytes: Bytes, purpose: string, crypto: LockCrypto): Promise<CryptoKey> =>
	derived(bytes, purpose, AES, crypto);

export async function keysOf(bytes: Bytes, crypto: LockCrypto): Promise<DataKeys> {
	const [content, names] = await Promise.all([
		derived(bytes, "content", AES, crypto),
		derived(bytes, "names", HMAC, crypto),
	]);
	return { content, names };
}

const cipherOf = (iv: Bytes) => ({ name: "AES-GCM", iv, additionalData: Uint8Array.of(VERSION) });

/** Version, IV and the AES-GCM output. */
export async function seal(bytes: Bytes, key: CryptoKey, crypto: LockCrypto): Promise<Bytes> {
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const secret = new Uint8Array(await crypto.subtle.encrypt(cipherOf(iv), key, bytes));
	const sealed = new Uint8Array(1 + IV_BYTES + secret.length);
	sealed[0] = VERSION;
	sealed.set(iv, 1);
	sealed.set(secret, 1 + IV_BYTES);
	return sealed;
}

/** Rejects if the bytes were not encrypted with this key or were changed. */
export async function open(sealed: Bytes, key: CryptoKey, { subtle }: LockCrypto): Promise<Bytes> {
	if (sealed[0] !== VERSION) throw new Error(`Encrypted in version ${sealed[0]}, which this code does not know.`);
	const iv = sealed.slice(1, 1 + IV_BYTES);
	return new Uint8Array(await subtle.decrypt(cipherOf(iv), key, sealed.slice(1 + IV_BYTES)));
}

export const base64url = (bytes: Bytes): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

/** Base64url of an HMAC. */
export const nameFor = async (text: string, key: CryptoKey, { subtle }: LockCrypto): Promise<string> =>
	base64url(new Uint8Array(await subtle.sign("HMAC", key, utf8(text))));
