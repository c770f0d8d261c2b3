import { dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MIN } from "#contract/accounts.ts";
import { badField, type Refusal } from "./refusal.ts";

/** As both sides are compared: case is the first thing that those who guess vary. */
const plain = (password: string) => password.normalize("NFKC").trim().toLowerCase();

/** The 49,000 passwords most often found in leaks, as far as they are long enough to be asked for. */
const COMMON: ReadonlySet<string> = new Set(
	dictionary["passwords-common"].map(plain).filter((password) => password.length >= PASSWORD_MIN),
);

/** Undefined for a password that may be set. */
export function refuseCommonPassword(password: string): Refusal | undefined {
	if (!COMMON.has(plain(password))) return undefined;
	return badField(
		"common_password",
		"/password",
		"This password is on public lists of common passwords. Please choose another one.",
	);
}
