/** Splits `1.0.2k-fips` into `1, 0, 2, k`: numbers and the letter suffixes that some projects release fixes under. */
function pieces(version: string): (number | string)[] {
	const core =
		/^v?(\d+(?:\.\d+)*[a-z]{0,2})(?![a-z])/i.exec(version)?.[1] ?? /^v?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? "";
	return [...core.matchAll(/\d+|[a-z]+/gi)].map(([piece]) => (/^\d/.test(piece) ? Number(piece) : piece.toLowerCase()));
}

/** Compares two versions: negative if `a` is older. Missing parts count as zero, a letter suffix as newer than none. */
export function compareVersions(a: string, b: string): number {
	const [left, right] = [pieces(a), pieces(b)];
	for (let index = 0; index < Math.max(left.length, right.length); index++) {
		const [one, other] = [left[index] ?? 0, right[index] ?? 0];
		if (one === other) continue;
		if (typeof one === "number" && typeof other === "number") return one - other;
		if (typeof one === "string" && typeof other === "string")
			return one.length - other.length || (one < other ? -1 : 1);
		// A letter follows the same number: 1.0.2k is newer than 1.0.2.
		return typeof one === "string" ? 1 : -1;
	}
	return 0;
}

/**
 * Whether `version` belongs to `cycle`: equal, or longer by whole parts or a letter suffix (`8.0.36` belongs to `8.0`, `8.01` does not).
 */
export function isOfCycle(version: string, cycle: string): boolean {
	return version === cycle || (version.startsWith(cycle) && /^[.\-+~a-z]/i.test(version.slice(cycle.length)));
}

/** How many parts of a version were shown: `2` is one, `2.4.6` three. With too few, the patch level is unknown. */
export function precision(version: string): number {
	return pieces(version).filter((piece) => typeof piece === "number").length;
}
