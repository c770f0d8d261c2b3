/** Who takes a client in: scans that mail a report will mail it there. */
export type Taker = { email: string };
