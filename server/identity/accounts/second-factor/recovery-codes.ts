import { tokenHash } from "#server/platform/keys/tokens.ts";
import { newLetters, plainCode } from "../codes.ts";

const COUNT = 10;
const GROUPS = 6;
const GROUP_LENGTH = 4;

/** As shown to people, such as `K7QM-2XHB-…`: 31^24, which is 118 bits. */
export const newRecoveryCodes = (): string[] =>
	Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, () => newLetters(GROUP_LENGTH)).join("-"));

export const recoveryCodeHash = (typed: string): Buffer => tokenHash(plainCode(typed));
