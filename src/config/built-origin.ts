/** The origin in the built pages: the default one. A server at another origin replaces it with its own. */
export const BUILT_ORIGIN = "http://localhost:8000";
