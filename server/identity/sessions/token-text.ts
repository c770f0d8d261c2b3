import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "plb_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 62^43 is the first power above 2^256, and 62^6 above 2^32. */
const SECRET_DIGITS = 43;
const CHECK_DIGITS = 6;
const SHAPE = /^plb_[0-9A-Za-z]{49}$/;

function inBase62(value: bigint, length: number): string {
	let left = value;
	let digits = "";
	for (let at = 0; at < length; at++) {
		digits = DIGITS.charAt(Number(left % 62n)) + digits;
		left /= 62n;
	}
	return digits;
}

const checkOf = (secret: string) => inBase62(BigInt(crc32(secret)), CHECK_DIGITS);

/** A new token: 256 random bits in letters and digits, which a double click selects as a whole, and a checksum against typos. */
export function newTokenText(random: (bytes: number) => Buffer = randomBytes): string {
	const secret = PREFIX + inBase62(BigInt(`0x${random(32).toString("hex")}`), SECRET_DIGITS);
	return secret + checkOf(secret);
}

/** Whether a text can be a token. One that was cut off or mistyped is refused without asking the database. */
export const isTokenText = (text: string): boolean =>
	SHAPE.test(text) && text.endsWith(checkOf(text.slice(0, -CHECK_DIGITS)));

/** The part of a token that lists show: our prefix and four of its characters, which leaves over 230 bits unknown. */
export const prefixOf = (token: string): string => token.slice(0, PREFIX.length + 4);
