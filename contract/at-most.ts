import * as z from "zod/mini";

/** Characters that cannot be stored or do harm when displayed: control characters, including line breaks, and lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cs}]+/gu;

/**
 * A text in one line. For names in forms that used to accept such characters: requests still waiting in outboxes are accepted, and
 * the names lose those characters.
 */
export const inOneLine = () => z.overwrite<string>((text) => text.replace(HIDDEN, " "));

/**
 * Limits a text's length and stops its checks if it is too long, so that later checks, such as patterns, never see it. Put it
 * before all of them.
 */
export const atMost = (characters: number, message: string) => z.maxLength(characters, { error: message, abort: true });
