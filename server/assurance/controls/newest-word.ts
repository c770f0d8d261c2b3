/** When the current entry for each field was made: ISO 8601. */
export type Said = Readonly<Record<string, string>>;

/** Whether an entry for a field counts: the current one is not newer. Of two made at the same moment, the one that arrives later counts. */
export function isNewest(said: Said, field: string, at: Date): boolean {
	const stands = said[field];
	return stands === undefined || Date.parse(stands) <= at.getTime();
}
