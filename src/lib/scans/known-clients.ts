/** The clients named so far, without duplicates, sorted. */
export const knownClients = (named: readonly { client?: string | undefined }[]): string[] =>
	[...new Set(named.flatMap(({ client }) => client?.trim() || []))].toSorted((a, b) => a.localeCompare(b, "en"));
