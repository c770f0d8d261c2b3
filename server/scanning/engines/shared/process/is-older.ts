/** Whether a version such as `2.9.0` is older than the required one, given as numbers. */
export function isOlder(version: string, wanted: readonly number[]): boolean {
	const numbers = version.split(".").map((part) => Number.parseInt(part, 10) || 0);
	const at = wanted.findIndex((number, index) => (numbers[index] ?? 0) !== number);
	return at >= 0 && (numbers[at] ?? 0) < (wanted[at] ?? 0);
}
