import type { Executor } from "./pool.ts";

/** SQL in the place of a value, with a value for each `?` in it. */
class Expression {
	readonly sql: string;
	readonly values: readonly unknown[];
	constructor(sql: string, values: readonly unknown[]) {
		this.sql = sql;
		this.values = values;
	}
}

export const sql = (text: string, ...values: readonly unknown[]): Expression => new Expression(text, values);

/** The name of an account as it is now; null if there is no such account. */
export const nameNow = (accountId: string | null): Expression =>
	sql("(SELECT btrim(first_name || ' ' || last_name) FROM accounts WHERE id = ?)", accountId);

/**
 * Inserts a row whose columns stand beside their values, so that none takes another's place. `only`: what has to hold. Returns whether
 * the row was inserted: false if that did not hold, or if the row is there already and `orNothing` is set.
 */
export async function insertRow(
	client: Executor,
	table: string,
	row: Readonly<Record<string, unknown>>,
	{ only, orNothing = false }: { only?: Expression; orNothing?: boolean } = {},
): Promise<boolean> {
	const values: unknown[] = [];
	const place = (value: unknown): string => {
		if (value instanceof Expression) {
			let n = 0;
			return value.sql.replaceAll("?", () => place(value.values[n++]));
		}
		return `$${values.push(value)}`;
	};
	const places = Object.values(row).map(place).join(", ");
	const source = only === undefined ? `VALUES (${places})` : `SELECT ${places} WHERE ${place(only)}`;
	const { rowCount } = await client.query(
		`INSERT INTO ${table} (${Object.keys(row).join(", ")}) ${source}${orNothing ? " ON CONFLICT DO NOTHING" : ""}`,
		values,
	);
	return rowCount === 1;
}
