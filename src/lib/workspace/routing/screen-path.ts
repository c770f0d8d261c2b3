/** `/dashboard/c/{code}`: the part of an address that names a client. */
export const CLIENT_PART = /^\/dashboard\/c\/([^/?#]+)/;

/** The same address without its client, which identifies the screen. In its own file, because every page loads it. */
export const screenPath = (path: string): string => path.replace(CLIENT_PART, "/dashboard");
