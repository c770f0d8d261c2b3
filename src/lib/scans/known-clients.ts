/** The clients that have been named, each once, in order. */
export const knownClients = (named: readonly { client?: string | undefined }[]): string[] =>
	[...new Set(named.flatMap(({ client }) => client?.trim() || []))].toSorted((a, b) => a.localeCompare(b, "en"));
