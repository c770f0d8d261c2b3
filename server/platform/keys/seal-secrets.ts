import { isSecret } from "./secret-text.ts";

/** The first one seals; the others are earlier ones, which still open. Each has 32 bytes. */
export type SealSecrets = readonly Buffer[];

/** As written in the setting and the kept file: in base64url, separated by commas. Undefined if the text is anything else. */
export function readSealSecrets(text: string): SealSecrets | undefined {
	const secrets = text.split(",").map((one) => one.trim());
	return secrets.every((one) => isSecret(one) && Buffer.from(one, "base64url").some((byte) => byte !== 0))
		? secrets.map((one) => Buffer.from(one, "base64url"))
		: undefined;
}
