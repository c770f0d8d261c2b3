/** How many parts name one version of a script library. */
const PARTS = 3;

/** `3.0.0-rc.1` is `3, 0, 0, "rc", 1`, and `1.9.0b1` is `1, 9, "0b1"`. */
const pieces = (version: string): (number | string)[] =>
	version.split(/[.-]/).map((piece) => (/^\d+$/.test(piece) ? Number(piece) : piece));

/**
 * Whether a version of a script library is older than another. A piece with letters comes before any number, because these
 * are previews of a release. `missing` stands for what a short version such as `1.7` leaves open.
 */
export function isBefore(version: string, other: string, missing: number): boolean {
	const [left, right] = [pieces(version), pieces(other)];
	const isShort = left.length < PARTS && left.every((piece) => typeof piece === "number");
	for (let at = 0; at < Math.max(left.length, right.length); at++) {
		const one = left[at] ?? (isShort && at < PARTS ? missing : 0);
		const two = right[at] ?? 0;
		if (one === two) continue;
		if (typeof one === typeof two) return one < two;
		return typeof one === "string";
	}
	return false;
}
