/** Most bytes of a client's file, and of everything in it. */
export const CLIENT_FILE_BYTES = 50 * 1_024 * 1_024;
export const CLIENT_FILE_UNPACKED_BYTES = 200 * 1_024 * 1_024;
/** Space that evidence files leave free in both, for what is written after them. */
export const CLIENT_FILE_REST_BYTES = 4 * 1_024 * 1_024;
