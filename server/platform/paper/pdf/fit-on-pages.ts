type Space = {
	/** Of each page, in points. */
	height: number;
	/** How many pages there are. */
	pages: number;
	/** What has to fit below the last block unless all of them fit. */
	rest: number;
};

/** How many blocks fit on each page, in order and with none of them split. Pages that are not needed are left out. */
export function fitOnPages(heights: readonly number[], { height, pages, rest }: Space): number[] {
	const roomy = fill(heights, { height, pages, last: height });
	const all = roomy.reduce((sum, count) => sum + count, 0) === heights.length;
	return all ? roomy : fill(heights, { height, pages, last: height - rest });
}

function fill(heights: readonly number[], space: { height: number; pages: number; last: number }): number[] {
	const counts: number[] = [];
	let at = 0;
	for (let page = 1; page <= space.pages && at < heights.length; page += 1) {
		const start = at;
		let left = page === space.pages ? space.last : space.height;
		for (let next = heights[at]; next !== undefined && next <= left; next = heights[at]) {
			left -= next;
			at += 1;
		}
		counts.push(at - start);
	}
	return counts;
}
