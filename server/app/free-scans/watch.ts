/** A host to scan every week. */
export type Watch = { target: string; timeZone: string };
