import type { PopulationRow } from "#contract/frameworks/effectiveness.ts";

/** The most texts that are remembered. */
const TEXTS = 50_000;

/**
 * Rows that are kept until a file is written, with equal texts as the same string: a hundred thousand findings have few titles, rules,
 * hosts and times.
 */
export function eachTextOnce(): (row: PopulationRow) => PopulationRow {
	const known = new Map<string, string>();
	const once = (text: string): string => {
		const before = known.get(text);
		if (before === undefined && known.size < TEXTS) known.set(text, text);
		return before ?? text;
	};
	return (row) => ({
		...row,
		title: once(row.title),
		rule: once(row.rule),
		host: once(row.host),
		firstSeen: once(row.firstSeen),
		due: once(row.due),
		fixed: once(row.fixed),
		reason: once(row.reason),
	});
}
