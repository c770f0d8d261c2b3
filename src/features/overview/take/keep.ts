export type Keyed = { queryKey: readonly unknown[] };
/** Keeps what is read under a query's key. */
export type Keep = <T>(query: Keyed, reading: Promise<T>) => Promise<T>;
/** Always reads from the server, even if there is a copy already. */
export type Anew = { staleTime: 0; retry: false; networkMode: "always" };
