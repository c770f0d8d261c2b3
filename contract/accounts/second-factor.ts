import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { ownerProof } from "./accounts.ts";

/** Six digits from an app, or a recovery code. The server ignores spaces, dashes and case. */
export const secondCode = z
	.string("Please enter a code.")
	.check(z.trim(), z.minLength(1, "Please enter a code."), atMost(64, "That code is too long."));

/**
 * `POST accounts/token/second/`: completes a sign-in whose password was right. `POST accounts/token/` answered
 * `second_factor_required` and set a cookie that is valid for a few minutes and a few tries. 204 and a session cookie.
 */
export const secondFactorGiven = z.strictObject({ code: secondCode });
export type SecondFactorGiven = z.infer<typeof secondFactorGiven>;

/** `GET accounts/second-factor/`: what the account has besides its password. */
export const secondFactor = z.object({
	/** Since when sign-in asks for codes from an app; null if it does not. */
	totpSince: z.nullable(z.iso.datetime()),
	/** How many recovery codes have not been used. */
	recoveryCodesLeft: z.int().check(z.nonnegative()),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** `POST accounts/second-factor/totp/`: starts set-up. Sign-in does not ask for codes until one has confirmed it. */
export const totpBeginning = z.strictObject(ownerProof);
export type TotpBeginning = z.infer<typeof totpBeginning>;

/** What an app needs to make codes. Shown only once. */
export const totpSecret = z.object({
	/** In Base32, for typing. */
	secret: z.string(),
	/** `otpauth://totp/…`, for a QR code or a link. */
	uri: z.string(),
});
export type TotpSecret = z.infer<typeof totpSecret>;

/** `DELETE accounts/second-factor/totp/` and `POST accounts/second-factor/recovery-codes/`. */
export const secondFactorChange = z.strictObject({ ...ownerProof, code: secondCode });
export type SecondFactorChange = z.infer<typeof secondFactorChange>;

/** A code that proves that the app has the secret. */
export const secondFactorCode = z.strictObject({ code: secondCode });
export type SecondFactorCode = z.infer<typeof secondFactorCode>;

/** New recovery codes. They replace earlier ones and are shown only once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
