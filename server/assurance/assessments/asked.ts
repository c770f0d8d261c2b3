/** A person's entry, and the Idempotency-Key it came under. */
export type Asked<R> = { key: string | null; request: R };
