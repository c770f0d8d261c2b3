import * as z from "zod/mini";

/** What cannot be stored, or does harm when it is displayed: control characters, line breaks too, and halves of characters. */
const HIDDEN = /[\p{Cc}\p{Cs}]+/gu;

/**
 * A text in one line. For names that were typed where such characters were taken before: requests that wait in outboxes are still
 * accepted, and no name has them.
 */
export const inOneLine = () => z.overwrite<string>((text) => text.replace(HIDDEN, " "));

/**
 * Limits a text's length and stops its checks if it is too long, so that later checks, such as patterns, never see a text that
 * is too long. Put it before all of those.
 */
export const atMost = (characters: number, message: string) => z.maxLength(characters, { error: message, abort: true });
