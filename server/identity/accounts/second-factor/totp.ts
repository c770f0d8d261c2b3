import { Secret, TOTP } from "otpauth";
import { site } from "#src/config/site.ts";

const PERIOD_SECONDS = 30;
/** RFC 4226 requires at least 128 bits and recommends 160. */
const SECRET_BYTES = 20;
/** How many steps a clock may be off, in either direction. */
const DRIFT = 1;

const generator = (secret: Uint8Array, label: string) =>
	new TOTP({
		issuer: site.name,
		label,
		// What every app supports.
		algorithm: "SHA1",
		digits: 6,
		period: PERIOD_SECONDS,
		secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
	});

export const newTotpSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

/** What an app needs. `label`: how it lists the account. */
export function totpTexts(secret: Uint8Array, label: string): { secret: string; uri: string } {
	const totp = generator(secret, label);
	return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step that a code belongs to; null if it matches neither the current step nor its neighbors. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
	const delta = generator(secret, "").validate({ token: code, timestamp: now.getTime(), window: DRIFT });
	return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}
