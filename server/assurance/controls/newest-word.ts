/** When the word that stands was said, for each field: ISO 8601. */
export type Said = Readonly<Record<string, string>>;

/** Whether a word about a field counts: none that was said later stands. Of two at the same moment, the one that arrives later does. */
export function isNewest(said: Said, field: string, at: Date): boolean {
	const stands = said[field];
	return stands === undefined || Date.parse(stands) <= at.getTime();
}
