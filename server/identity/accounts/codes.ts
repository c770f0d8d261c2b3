import { randomInt } from "node:crypto";

/** What a code is for: confirming the account's address, changing to another one, setting a new password. */
export type CodePurpose = "confirm" | "change" | "reset";

/** Without characters that are easily confused: 0 O, 1 I L. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH = 8;

/**
 * How often all networks together may try a code; each network has five tries (limits.ts). With 31^8 codes, the chance of a hit is one in
 * a billion.
 */
export const CODE_TRIES = 500;

const MINUTE_MS = 60_000;
export const CODE_LIFE_MS: Record<CodePurpose, number> = {
	confirm: 24 * 60 * MINUTE_MS,
	change: 24 * 60 * MINUTE_MS,
	reset: 30 * MINUTE_MS,
};

/** Random letters and digits that are easy to tell apart. */
export const newLetters = (count: number): string =>
	Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** As people read it, such as `K7QM-2XHB`. */
export function newCode(): string {
	const letters = newLetters(LENGTH);
	return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** A code in the form in which it is compared: without spaces and dashes, in capitals. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
