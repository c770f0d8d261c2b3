import { type LockCrypto, open, seal } from "./data-key.ts";
import type { PinWay } from "./lock-record.ts";
import type { Bytes } from "./lock-state.ts";

/** More than OWASP's minimum for PBKDF2 with SHA-256, because a PIN is short. Each lock stores its own number, so this one may grow. */
export const PIN_ITERATIONS = 1_000_000;

const LEAST = 6;

/** Unicode can encode the same letters in several ways, and keyboards differ. */
const typed = (pin: string): string => pin.trim().normalize("NFC");

export const isDigits = (pin: string): boolean => /^\d+$/.test(typed(pin));

/** Each digit one more, or one less, than the one before. */
const isRun = (digits: string): boolean =>
	[1, -1].some((step) => [...digits].every((digit, at) => at === 0 || Number(digit) - Number(digits[at - 1]) === step));

/** Why it is not accepted as a new PIN; empty if it is. */
export function pinTrouble(pin: string): string {
	const text = typed(pin);
	if ([...text].length < LEAST) return `Use at least ${LEAST} digits, or a passphrase.`;
	if (new Set(text).size === 1) return "This is one character again and again. Choose another one.";
	if (isDigits(text) && isRun(text)) return "Others would try this one first. Choose another one.";
	return "";
}

async function keyOf(pin: string, salt: Bytes, iterations: number, { subtle }: LockCrypto): Promise<CryptoKey> {
	const base = await subtle.importKey("raw", new TextEncoder().encode(typed(pin)), "PBKDF2", false, ["deriveKey"]);
	const derivation = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
	return subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** A PIN as a way to the data key. */
export async function pinWay(pin: string, dataKey: Bytes, iterations: number, crypto: LockCrypto): Promise<PinWay> {
	const salt = crypto.getRandomValues(new Uint8Array(16));
	const key = await keyOf(pin, salt, iterations, crypto);
	return { way: "pin", digits: isDigits(pin), salt, iterations, wrapped: await seal(dataKey, key, crypto) };
}

/** The data key; null if the PIN is wrong. */
export async function openWithPin(
	pin: string,
	{ salt, iterations, wrapped }: PinWay,
	crypto: LockCrypto,
): Promise<Bytes | null> {
	const key = await keyOf(pin, salt, iterations, crypto);
	return open(wrapped, key, crypto).catch(() => null);
}
