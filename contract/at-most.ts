import * as z from "zod/mini";

/**
 * At most so many characters, and the end of a text's checks where it has more: what comes after it, such as a pattern, never
 * looks at a text that is too long. It goes before all that does.
 */
export const atMost = (characters: number, message: string) => z.maxLength(characters, { error: message, abort: true });
