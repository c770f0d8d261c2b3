/** Replaces the characters from `start` to `end` with `text`. */
export type Splice = { start: number; end: number; text: string };

/** Applies changes that do not overlap. Those at the same place are applied in the order listed. */
export function splice(text: string, changes: readonly Splice[]): string {
	const parts: string[] = [];
	let at = 0;
	for (const change of changes.toSorted((one, other) => one.start - other.start)) {
		parts.push(text.slice(at, change.start), change.text);
		at = change.end;
	}
	return parts.join("") + text.slice(at);
}
