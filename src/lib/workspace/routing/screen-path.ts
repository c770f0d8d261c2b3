/** `/dashboard/c/{code}`: the part of an address that names a client. */
export const CLIENT_PART = /^\/dashboard\/c\/([^/?#]+)/;

/** The same address without its client: which screen it is. In a file of its own, because every page loads it. */
export const screenPath = (path: string): string => path.replace(CLIENT_PART, "/dashboard");
