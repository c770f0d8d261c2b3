/** The address in the pages as they are built, which is the default one. A server with another address puts its own in its place. */
export const BUILT_ORIGIN = "http://localhost:8000";
