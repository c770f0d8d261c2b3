/**
 * Undoes the filters of a pass in place: each line starts with the number of its filter, then `length` bytes. `step` is the distance
 * between the same channel of two pixels. False if a filter does not exist.
 */
export function unfilter(lines: Buffer, length: number, step: number): boolean {
	for (let start = 0; start < lines.length; start += length + 1) {
		const filter = lines[start];
		const isFirst = start === 0;
		for (let index = 1; index <= length; index += 1) {
			const at = start + index;
			const left = index > step ? (lines[at - step] ?? 0) : 0;
			const above = isFirst ? 0 : (lines[at - length - 1] ?? 0);
			const corner = isFirst || index <= step ? 0 : (lines[at - length - 1 - step] ?? 0);
			const guess = guessOf(filter, left, above, corner);
			if (guess === undefined) return false;
			lines[at] = ((lines[at] ?? 0) + guess) & 0xff;
		}
	}
	return true;
}

function guessOf(filter: number | undefined, left: number, above: number, corner: number): number | undefined {
	switch (filter) {
		case 0:
			return 0;
		case 1:
			return left;
		case 2:
			return above;
		case 3:
			return (left + above) >> 1;
		case 4:
			return paeth(left, above, corner);
		default:
			return undefined;
	}
}

/** The neighbor that is closest to their plane. */
function paeth(left: number, above: number, corner: number): number {
	const toLeft = Math.abs(above - corner);
	const toAbove = Math.abs(left - corner);
	const toCorner = Math.abs(left + above - 2 * corner);
	if (toLeft <= toAbove && toLeft <= toCorner) return left;
	return toAbove <= toCorner ? above : corner;
}
