import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";

/** Bytes as in WebAuthn’s JSON: base64url without padding. */
const bytes = (most: number) =>
	z
		.string("Please send base64url.")
		.check(atMost(most, "This is too long."), z.regex(/^[\w-]*$/, "Please send base64url."));
const NO_RESPONSE = "Please send what the browser has answered.";
/** At most 1,023 bytes (WebAuthn, 4). */
const credentialId = bytes(1_364).check(z.minLength(1, "Please name the credential."));

/** How a browser can reach an authenticator (WebAuthn, 5.8.4). */
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
const transport = z.enum(TRANSPORTS, "There is no such way to reach an authenticator.");
export type PasskeyTransport = z.infer<typeof transport>;

const passkeyName = z
	.string("Please give the passkey a name.")
	.check(
		z.trim(),
		z.minLength(1, "Please give the passkey a name."),
		atMost(60, "At most 60 characters, please."),
		z.regex(/^[^\p{Cc}\p{Cs}]*$/u, "Please leave out control characters."),
	);

/** `POST accounts/token/passkey/options/`: what a passkey has to sign, once, within five minutes, and in the browser that asked. */
export const passkeyRequest = z.object({
	challenge: z.string(),
	rpId: z.string(),
	/** In milliseconds. */
	timeout: z.int(),
	userVerification: z.literal("required"),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** `POST accounts/token/passkey/`: signs in with what a passkey has signed. 204 and a session cookie. No second factor is needed. */
export const passkeyAssertion = z.strictObject({
	id: credentialId,
	response: z.strictObject(
		{
			clientDataJSON: bytes(4_000),
			authenticatorData: bytes(4_000),
			signature: bytes(4_000),
			/** Its owner. Passkeys that do not name one cannot sign in. */
			userHandle: bytes(100),
		},
		NO_RESPONSE,
	),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

/** A passkey of an account. */
export const passkey = z.object({
	id: z.uuid(),
	/** As the browser knows it. */
	credentialId: z.string(),
	name: z.string(),
	createdAt: z.iso.datetime(),
	/** Null: never used to sign in. */
	lastUsedAt: z.nullable(z.iso.datetime()),
	/** `synced`: copied to the owner’s other devices. `not-synced`: it could be but is not yet. `device`: it never leaves its device. */
	keeping: z.enum(["synced", "not-synced", "device"]),
	transports: z.array(z.string()),
});
export type Passkey = z.infer<typeof passkey>;

/** `GET accounts/passkeys/`, oldest first. */
export const passkeyList = z.object({
	/** The name that passkeys are bound to: the host of this server’s public address. */
	rpId: z.string(),
	/** The handle under which a browser stores the account’s passkeys; null before the first. */
	userHandle: z.nullable(z.string()),
	/** A default name for a passkey made in this browser, such as `Chrome on Android`. */
	nextName: z.string(),
	passkeys: z.array(passkey),
});
export type PasskeyList = z.infer<typeof passkeyList>;

/** `POST accounts/passkeys/options/`: what a browser needs to make a passkey. Only the challenge is stored. */
export const passkeyCreation = z.object({
	options: z.object({
		challenge: z.string(),
		rp: z.object({ id: z.string(), name: z.string() }),
		user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
		pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
		/** In milliseconds. */
		timeout: z.int(),
		/** The passkeys that the account already has. */
		excludeCredentials: z.array(
			z.object({ type: z.literal("public-key"), id: z.string(), transports: z.array(transport) }),
		),
		authenticatorSelection: z.object({
			residentKey: z.literal("required"),
			requireResidentKey: z.literal(true),
			userVerification: z.literal("required"),
		}),
		attestation: z.literal("none"),
	}),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** `POST accounts/passkeys/`: stores the passkey that a browser made. */
export const passkeyAddition = z.strictObject({
	name: passkeyName,
	id: credentialId,
	response: z.strictObject(
		{
			clientDataJSON: bytes(4_000),
			attestationObject: bytes(8_000),
			transports: z
				.array(transport, "Please list how the authenticator is reached.")
				.check(z.maxLength(TRANSPORTS.length, "These are too many.")),
		},
		NO_RESPONSE,
	),
});
export type PasskeyAddition = z.infer<typeof passkeyAddition>;

/** `PATCH accounts/passkeys/:passkeyId/`. */
export const passkeyRenaming = z.strictObject({ name: passkeyName });
export type PasskeyRenaming = z.infer<typeof passkeyRenaming>;
