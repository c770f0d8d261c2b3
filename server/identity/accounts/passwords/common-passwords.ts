import { dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MIN } from "#contract/accounts/accounts.ts";
import { site } from "#src/config/site.ts";
import { type AccessRefusal, badField } from "../../sessions/refusal.ts";

/** How both sides are compared: ignoring case, because that is the first thing guessers vary. */
const plain = (password: string) => password.normalize("NFKC").trim().toLowerCase();

/** The 49,000 passwords most often found in leaks, without those that are too short for us anyway. */
const COMMON: ReadonlySet<string> = new Set(
	dictionary["passwords-common"].map(plain).filter((password) => password.length >= PASSWORD_MIN),
);

/** Shorter words are part of too many others. */
const WORD_MIN = 4;
/** How much must be left of a password without the words that anyone can know about the account. */
const LEFT_MIN = 4;

const wordsIn = (text: string) => plain(text).match(/[\p{L}\p{M}]+/gu) ?? [];

/** Whether a password is little more than words from `about` and the product’s name (ASVS 6.2.11). */
function isAbout(password: string, about: readonly string[]): boolean {
	const words = [site.name, ...about].flatMap(wordsIn).filter((word) => word.length >= WORD_MIN);
	const letters = wordsIn(password).join("");
	const left = words
		.sort((one, other) => other.length - one.length)
		.reduce((text, word) => text.replaceAll(word, ""), letters);
	return left.length < LEFT_MIN && left.length < letters.length;
}

/** Undefined if the password is allowed. `about`: what anyone can know about its account, such as its address and names. */
export function refuseEasyPassword(password: string, about: readonly string[]): AccessRefusal | undefined {
	if (COMMON.has(plain(password))) {
		return badField(
			"common_password",
			"/password",
			"This password is on public lists of common passwords. Please choose another one.",
		);
	}
	if (!isAbout(password, about)) return undefined;
	return badField(
		"common_password",
		"/password",
		"This password is easy to guess from your name, address or company, or from ours. Please choose another one.",
	);
}
