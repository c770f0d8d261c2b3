/** The header that names a request in our log. */
export const REQUEST_ID = "X-Request-Id";
