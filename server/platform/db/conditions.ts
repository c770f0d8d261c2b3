/** A condition in SQL, and the values of its `$1`, `$2`, … */
export type Where = { text: string; values: unknown[] };

/** Collects conditions that must all be true. Values are always bound: nothing a client sends becomes SQL. */
export function collectConditions() {
	const values: unknown[] = [];
	const conditions: string[] = [];
	return {
		/** Returns the value's name in the statement, such as `$1`. */
		bind: (value: unknown): string => `$${values.push(value)}`,
		add: (condition: string): void => void conditions.push(condition),
		where: (): Where => ({ text: conditions.join(" AND "), values }),
	};
}

export type Conditions = ReturnType<typeof collectConditions>;

/** Whether one of the columns contains one of the texts, ignoring case. */
export const contains = (columns: readonly string[], ...texts: readonly string[]): string =>
	`(${texts.flatMap((text) => columns.map((column) => `position(lower(${text}) IN lower(${column})) > 0`)).join(" OR ")})`;
