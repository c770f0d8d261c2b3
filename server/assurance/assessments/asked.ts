/** What a person says, and the Idempotency-Key that it came under. */
export type Asked<R> = { key: string | null; request: R };
