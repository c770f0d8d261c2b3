import type { Entry } from "../entry.ts";

/** OWASP's minimum for PBKDF2 with SHA-256. Each file stores its own count, so this one may grow. */
const ITERATIONS = 600_000;
/** The most iterations a file from elsewhere may demand. */
const MAX_ITERATIONS = 10_000_000;
const VERSION = 1;

/** The parts of Web Crypto used here. */
export type HandOverCrypto = Pick<Crypto, "subtle" | "getRandomValues">;

export type Opened =
	/** The file's records, unparsed, for carried.ts to check. */
	| { status: "open"; records: unknown[] }
	/** `foreign`: not our file. `newer`: made by a later version. `damaged`: changed since it was written. */
	| { status: "foreign" | "newer" | "damaged" | "wrong-passphrase" };

type Envelope = {
	/** The outbox's name. */
	format: string;
	v: number;
	iterations: number;
	salt: string;
	iv: string;
	/** Hash of `data`: distinguishes a damaged file from a wrong passphrase. */
	sha256: string;
	data: string;
};

type Bytes = Uint8Array<ArrayBuffer>;

function toText(bytes: Bytes): string {
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return btoa(binary);
}

const toBytes = (text: string): Bytes => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

async function digest(bytes: Bytes, { subtle }: HandOverCrypto): Promise<string> {
	return toText(new Uint8Array(await subtle.digest("SHA-256", bytes)));
}

async function keyOf(
	passphrase: string,
	salt: Bytes,
	iterations: number,
	{ subtle }: HandOverCrypto,
): Promise<CryptoKey> {
	// Unicode can encode the same letters in several ways, and keyboards differ.
	const typed = new TextEncoder().encode(passphrase.normalize("NFC"));
	const base = await subtle.importKey("raw", typed, "PBKDF2", false, ["deriveKey"]);
	const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
	return subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const cipherOf = (iv: Bytes, format: string) => ({
	name: "AES-GCM",
	iv,
	additionalData: new TextEncoder().encode(`${format} ${VERSION}`),
});

/** The text of a file with these entries from the outbox `format`, encrypted with the passphrase. */
export async function sealEntries(
	format: string,
	entries: readonly Entry[],
	passphrase: string,
	crypto: HandOverCrypto,
): Promise<string> {
	const salt = crypto.getRandomValues(new Uint8Array(16));
	const iv = crypto.getRandomValues(new Uint8Array(12));
	const key = await keyOf(passphrase, salt, ITERATIONS, crypto);
	const plain = new TextEncoder().encode(JSON.stringify(entries));
	const data = new Uint8Array(await crypto.subtle.encrypt(cipherOf(iv, format), key, plain));
	const envelope: Envelope = {
		format,
		v: VERSION,
		iterations: ITERATIONS,
		salt: toText(salt),
		iv: toText(iv),
		sha256: await digest(data, crypto),
		data: toText(data),
	};
	return JSON.stringify(envelope);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readEnvelope(format: string, text: string): Envelope | "foreign" | "newer" | "damaged" {
	const value = parse(text);
	if (typeof value !== "object" || value === null || !("format" in value) || value.format !== format) {
		return text.includes(`"${format}"`) ? "damaged" : "foreign";
	}
	const envelope = value as Envelope;
	if (typeof envelope.v === "number" && envelope.v > VERSION) return "newer";
	const { v, iterations, salt, iv, sha256, data } = envelope;
	const isWhole = v === VERSION && [salt, iv, sha256, data].every((part) => typeof part === "string");
	const isFeasible = Number.isInteger(iterations) && iterations > 0 && iterations <= MAX_ITERATIONS;
	return isWhole && isFeasible ? envelope : "damaged";
}

/** Reads such a file. Never rejects: anyone can write a file. */
export async function openEntries(
	format: string,
	text: string,
	passphrase: string,
	crypto: HandOverCrypto,
): Promise<Opened> {
	const envelope = readEnvelope(format, text);
	if (typeof envelope === "string") return { status: envelope };
	let data: Bytes;
	let iv: Bytes;
	let key: CryptoKey;
	try {
		data = toBytes(envelope.data);
		iv = toBytes(envelope.iv);
		if ((await digest(data, crypto)) !== envelope.sha256) return { status: "damaged" };
		key = await keyOf(passphrase, toBytes(envelope.salt), envelope.iterations, crypto);
	} catch {
		return { status: "damaged" };
	}
	let plain: ArrayBuffer;
	try {
		plain = await crypto.subtle.decrypt(cipherOf(iv, format), key, data);
	} catch {
		return { status: "wrong-passphrase" };
	}
	const records = parse(new TextDecoder().decode(plain));
	return Array.isArray(records) ? { status: "open", records } : { status: "damaged" };
}
