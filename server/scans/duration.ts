/** A wait in words, such as `5 minutes`. */
export function duration(seconds: number): string {
	const [count, unit] =
		seconds < 90
			? [seconds, "second"]
			: seconds < 5_400
				? [Math.ceil(seconds / 60), "minute"]
				: [Math.ceil(seconds / 3_600), "hour"];
	return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
