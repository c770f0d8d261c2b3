/** The clients an account has named, each once, in order. */
export const knownClients = (named: readonly { client: string }[]): string[] =>
	[...new Set(named.map(({ client }) => client).filter((client) => client !== ""))].toSorted((a, b) =>
		a.localeCompare(b, "en"),
	);
