import type { Executor } from "./pool.ts";

/** Inserts rows in order. `types`: the columns with their types. */
export async function insertAll(
	client: Executor,
	table: string,
	types: Readonly<Record<string, string>>,
	rows: readonly object[],
	rest = "",
): Promise<void> {
	if (rows.length === 0) return;
	const names = Object.keys(types).join(", ");
	const columns = Object.entries(types)
		.map(([name, type]) => `${name} ${type}`)
		.join(", ");
	await client.query(
		`INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_to_recordset($1) AS row (${columns}) ${rest}`,
		[JSON.stringify(rows)],
	);
}
