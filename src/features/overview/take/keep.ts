export type Keyed = { queryKey: readonly unknown[] };
/** Keeps what is read under a query's key. */
export type Keep = <T>(query: Keyed, reading: Promise<T>) => Promise<T>;
/** Reads from the server, whatever is known already. */
export type Anew = { staleTime: 0; retry: false; networkMode: "always" };
