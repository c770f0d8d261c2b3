import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { accountId, scanId } from "#contract/ids.ts";
import { timeZone } from "#contract/scans/schedules.ts";
import { EMAIL_PATTERN } from "./email.ts";

/** Spec section 5. */
export const PASSWORD_MIN = 8;
/** Longer ones would only make hashing slower. */
export const PASSWORD_MAX = 256;

/** No control characters and no lone surrogates: they cannot be stored, or do harm when displayed. */
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

/** A password to check. No rules apply to it, so that the answer is always the same. */
export const givenPassword = z
	.string("Password is required")
	.check(z.minLength(1, "Password is required"), atMost(1_024, "Password is too long"));

/** May be left out within 15 minutes of signing in without a password. */
export const ownerProof = { current: z.optional(givenPassword) };

const named = (missing: string) =>
	z
		.string(missing)
		.check(
			z.trim(),
			z.minLength(1, missing),
			atMost(100, "At most 100 characters, please"),
			z.regex(VISIBLE, "Please leave out control characters"),
		);

/** Letters and digits from an email. The server ignores spaces and case. */
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

/** 201, the same for known and unknown addresses: only the email says which it was. */
export const registered = z.object({
	/** Names this registration in `accounts/consents/`, for one hour. */
	registration: z.string(),
});
export type Registered = z.infer<typeof registered>;

const registrationToken = z
	.string("Please name the registration.")
	.check(z.minLength(1, "Please name the registration."), atMost(200, "This is not a registration."));

/** `POST accounts/consents/`: what was agreed to at registration. 204 for any registration, known or not. */
export const consents = z.strictObject({
	registration: registrationToken,
	/** Version (a date) of the terms that were agreed to. */
	terms: z
		.string("Please name the terms' version.")
		.check(z.minLength(1, "Please name the terms' version."), atMost(40, "This is not a version.")),
	updates: z.boolean("Please say whether updates are wanted."),
});
export type Consents = z.infer<typeof consents>;

/** The token of a report's link, as in `/r/<token>`. */
const reportToken = z
	.string("Please give the report's link.")
	.check(z.minLength(1, "Please give the report's link."), atMost(100, "This is not a report's link."));

/** `POST accounts/free-scans/`: asks about a link. The body keeps its token out of URLs. */
export const freeScanLink = z.strictObject({ report: reportToken });
export type FreeScanLink = z.infer<typeof freeScanLink>;

/** What a report's link says about its scan: no more than the report itself shows. */
export const freeScan = z.object({
	/** As typed. Untrusted text. */
	target: z.string(),
	/** The host that would be watched. */
	host: z.string(),
});
export type FreeScan = z.infer<typeof freeScan>;

/**
 * `POST accounts/watch/`: moves the report's scan to the account if it came from the public form and its report went to exactly the
 * account's confirmed address, and scans its host every week.
 */
export const hostWatch = z.strictObject({
	report: reportToken,
	/** For the weekly scan; left out for none. */
	timeZone: z.optional(timeZone),
});
export type HostWatch = z.infer<typeof hostWatch>;

export const hostWatched = z.object({
	/** The scan, if it now belongs to the account. */
	scanId: z.nullable(scanId),
	/** `later`: once the address is confirmed. `full`: the account is at its limit of schedules. `none`: not asked for. */
	schedule: z.enum(["made", "exists", "later", "full", "none"]),
});
export type HostWatched = z.infer<typeof hostWatched>;

/** `POST accounts/watch/once-confirmed/`: the weekly scan starts with the confirmation. 204 for any registration, known or not. */
export const watchOnceConfirmed = z.strictObject({ registration: registrationToken, report: reportToken, timeZone });
export type WatchOnceConfirmed = z.infer<typeof watchOnceConfirmed>;

/** The signed-in account: `GET accounts/me/`. */
export const me = z.object({
	accountId,
	email: z.string(),
	emailConfirmed: z.boolean(),
	/** A new address that is waiting for its code, or null. */
	pendingEmail: z.nullable(z.string()),
	firstName: z.string(),
	lastName: z.string(),
	company: z.string(),
	/** Whether the person wants product updates. */
	updates: z.boolean(),
	createdAt: z.iso.datetime(),
	/** Whether it is an operator of this server. Servers from before operators leave it out. */
	operator: z.optional(z.boolean()),
});
export type Me = z.infer<typeof me>;

/** `PATCH accounts/me/`: fields that are left out stay as they are. */
export const profileChange = z.strictObject({
	firstName: z.optional(named("First name is required")),
	lastName: z.optional(named("Last name is required")),
	company: z.optional(named("Company name is required")),
	updates: z.optional(z.boolean("Please say whether updates are wanted.")),
});
export type ProfileChange = z.infer<typeof profileChange>;

/** `POST accounts/password/`: other sessions end, and this one gets a new token. */
export const passwordChange = z.strictObject({ current: givenPassword, password: newPassword });
export type PasswordChange = z.infer<typeof passwordChange>;

/** `POST accounts/email/`: a code goes to the new address. The old one stays until the code is entered. */
export const emailChange = z.strictObject({ current: givenPassword, email });
export type EmailChange = z.infer<typeof emailChange>;

/**
 * `POST accounts/email/confirm/`: the address belongs to the signed-in account. The code proves who reads the mailbox and the
 * session proves who registered; only both together verify the address.
 */
export const emailConfirmation = z.strictObject({ email, code });
export type EmailConfirmation = z.infer<typeof emailConfirmation>;

/** `POST accounts/password/forgot/`: 202 for any address, known or not. */
export const passwordForgotten = z.strictObject({ email });
export type PasswordForgotten = z.infer<typeof passwordForgotten>;

/** `POST accounts/password/reset/`: 204 and every session of the account ends. */
export const passwordReset = z.strictObject({ email, code, password: newPassword });
export type PasswordReset = z.infer<typeof passwordReset>;

/** `DELETE accounts/me/`: deletes the account with everything in it. */
export const accountDeletion = z.strictObject(ownerProof);
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** Ways to sign in. `company`: through a workspace's provider. */
export const SIGN_IN_WAYS = ["password", "passkey", "company"] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** One place where the account is signed in. */
export const session = z.object({
	/** For ending the session. It is not the cookie. */
	id: z.uuid(),
	/** Browser and system, as far as known, such as `Chrome on Android`. */
	device: z.string(),
	/** Where it started: an IPv4 /24 or an IPv6 /48, never an address. Null for a session from before we recorded this. */
	network: z.nullable(z.string()),
	/** Whether this request comes from that network. */
	thisNetwork: z.boolean(),
	/** How its user signed in. Null for a session from before we recorded this. */
	signedInWith: z.nullable(z.enum(SIGN_IN_WAYS)),
	createdAt: z.iso.datetime(),
	lastSeenAt: z.iso.datetime(),
	/** Whether this is the current session. */
	current: z.boolean(),
});
export type Session = z.infer<typeof session>;
export const sessionList = z.object({ sessions: z.array(session) });
