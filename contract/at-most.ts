import * as z from "zod/mini";

/**
 * Limits a text's length and stops its checks if it is too long, so that later checks, such as patterns, never see a text that
 * is too long. Put it before all of those.
 */
export const atMost = (characters: number, message: string) => z.maxLength(characters, { error: message, abort: true });
