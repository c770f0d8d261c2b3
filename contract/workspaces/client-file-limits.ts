/** Most bytes of a file in which a client is handed over, and of all that it holds. */
export const CLIENT_FILE_BYTES = 50 * 1_024 * 1_024;
export const CLIENT_FILE_UNPACKED_BYTES = 200 * 1_024 * 1_024;
/** What files of evidence leave free in both: for what is written after them. */
export const CLIENT_FILE_REST_BYTES = 4 * 1_024 * 1_024;
