/** `1 finding`, `1,200 findings`: a number with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${count.toLocaleString("en")} ${count === 1 ? one : many}`;
