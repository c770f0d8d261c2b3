import * as z from "zod/mini";
import { atMost } from "./at-most.ts";
import { EMAIL_PATTERN } from "./email.ts";
import { accountId } from "./ids.ts";

/** Spec section 5. */
export const PASSWORD_MIN = 8;
/** Longer ones would only be work for the hash. */
export const PASSWORD_MAX = 256;

/** Neither control characters nor halves of characters: they cannot be stored, or do harm where they are shown. */
const VISIBLE = /^[^\p{Cc}\p{Cs}]*$/u;

const email = z
	.string("Email is required")
	.check(
		z.trim(),
		z.minLength(1, "Email is required"),
		atMost(254, "That email address is too long"),
		z.regex(EMAIL_PATTERN, "Email is invalid"),
		z.regex(VISIBLE, "Email is invalid"),
	);

const newPassword = z
	.string("Password is required")
	.check(
		z.minLength(1, "Password is required"),
		z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
		atMost(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
	);

/** A password somebody claims to know: nothing is asked of its form, so that the answer is always the same. */
const givenPassword = z
	.string("Password is required")
	.check(z.minLength(1, "Password is required"), atMost(1_024, "Password is too long"));

const named = (missing: string) =>
	z
		.string(missing)
		.check(
			z.trim(),
			z.minLength(1, missing),
			atMost(100, "At most 100 characters, please"),
			z.regex(VISIBLE, "Please leave out control characters"),
		);

/** Letters and digits from a mail. Spaces and case are the typist's; the server reads them away. */
const code = z
	.string("Please give the code from the email.")
	.check(z.trim(), z.minLength(1, "Please give the code from the email."), atMost(64, "That code is too long."));

/** `POST accounts/token/`: exactly these two keys (spec section 7). 204 and a session cookie. */
export const credentials = z.strictObject({
	email: z
		.string("Email is required")
		.check(z.trim(), z.minLength(1, "Email is required"), atMost(254, "That email address is too long")),
	password: givenPassword,
});
export type Credentials = z.infer<typeof credentials>;

/** `POST accounts/register/`: exactly these six keys (spec section 7). */
export const registration = z
	.strictObject({
		email,
		password: newPassword,
		/** The confirmation. */
		password2: z.string("Passwords don't match"),
		first_name: named("First name is required"),
		last_name: named("Last name is required"),
		company: named("Company name is required"),
	})
	.check(
		z.refine(({ password, password2 }) => password === password2, {
			path: ["password2"],
			error: "Passwords don't match",
		}),
	);
export type Registration = z.infer<typeof registration>;

/** 201, the same for known and unknown addresses: only the email tells which it was. */
export const registered = z.object({
	/** Names this registration in `accounts/consents/`, for one hour. */
	registration: z.string(),
});
export type Registered = z.infer<typeof registered>;

/** `POST accounts/consents/`: what was ticked at registration. 204 whatever the registration is. */
export const consents = z.strictObject({
	registration: z
		.string("Please name the registration.")
		.check(z.minLength(1, "Please name the registration."), atMost(200, "That is not a registration.")),
	/** Version (a date) of the terms that were agreed to. */
	terms: z
		.string("Please name the terms' version.")
		.check(z.minLength(1, "Please name the terms' version."), atMost(40, "That is not a version.")),
	updates: z.boolean("Please say whether updates are wanted."),
});
export type Consents = z.infer<typeof consents>;

/** The signed-in account: `GET accounts/me/`. */
export const me = z.object({
	accountId,
	email: z.string(),
	emailConfirmed: z.boolean(),
	/** A new address that waits for its code; null when none does. */
	pendingEmail: z.nullable(z.string()),
	firstName: z.string(),
	lastName: z.string(),
	company: z.string(),
	/** Whether product updates were asked for. */
	updates: z.boolean(),
	createdAt: z.iso.datetime(),
});
export type Me = z.infer<typeof me>;

/** `PATCH accounts/me/`: only what is given changes. */
export const profileChange = z.strictObject({
	firstName: z.optional(named("First name is required")),
	lastName: z.optional(named("Last name is required")),
	company: z.optional(named("Company name is required")),
	updates: z.optional(z.boolean("Please say whether updates are wanted.")),
});
export type ProfileChange = z.infer<typeof profileChange>;

/** `POST accounts/password/`: other sessions end, this one gets a new id. */
export const passwordChange = z.strictObject({ current: givenPassword, password: newPassword });
export type PasswordChange = z.infer<typeof passwordChange>;

/** `POST accounts/email/`: a code goes to the new address; the old one stays until it is given. */
export const emailChange = z.strictObject({ current: givenPassword, email });
export type EmailChange = z.infer<typeof emailChange>;

/**
 * `POST accounts/email/confirm/`: the address belongs to the account that asks. The code shows who reads the mailbox and the
 * session shows who registered; only both together verify the address.
 */
export const emailConfirmation = z.strictObject({ email, code });
export type EmailConfirmation = z.infer<typeof emailConfirmation>;

/** `POST accounts/password/forgot/`: 202 whatever the address is. */
export const passwordForgotten = z.strictObject({ email });
export type PasswordForgotten = z.infer<typeof passwordForgotten>;

/** `POST accounts/password/reset/`: 204 and every session of the account ends. */
export const passwordReset = z.strictObject({ email, code, password: newPassword });
export type PasswordReset = z.infer<typeof passwordReset>;

/** `DELETE accounts/me/`: the account and everything of it go. */
export const accountDeletion = z.strictObject({ current: givenPassword });
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** One place where the account is signed in. */
export const session = z.object({
	/** Not the cookie: a name for ending it. */
	id: z.uuid(),
	/** Browser and system as far as they said, such as `Chrome on Android`. */
	device: z.string(),
	createdAt: z.iso.datetime(),
	lastSeenAt: z.iso.datetime(),
	/** Whether it is the one that asks. */
	current: z.boolean(),
});
export type Session = z.infer<typeof session>;
export const sessionList = z.object({ sessions: z.array(session) });
