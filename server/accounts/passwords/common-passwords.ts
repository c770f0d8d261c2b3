import { dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MIN } from "#contract/accounts.ts";
import { badField, type Refusal } from "../refusal.ts";

/** How both sides are compared: ignoring case, because it is the first thing that guessers vary. */
const plain = (password: string) => password.normalize("NFKC").trim().toLowerCase();

/** The 49,000 passwords most often found in leaks, without those that are too short for us anyway. */
const COMMON: ReadonlySet<string> = new Set(
	dictionary["passwords-common"].map(plain).filter((password) => password.length >= PASSWORD_MIN),
);

/** Undefined if the password is allowed. */
export function refuseCommonPassword(password: string): Refusal | undefined {
	if (!COMMON.has(plain(password))) return undefined;
	return badField(
		"common_password",
		"/password",
		"This password is on public lists of common passwords. Please choose another one.",
	);
}
