import diagnostics from "node:diagnostics_channel";
import type { Executor } from "#server/platform/db/pool.ts";
import { type Reading, readings } from "#server/platform/db/rows.ts";
import { afterFile } from "../after-file.ts";

/** What the product reads in this process until the end of the test file, each statement once. */
export function collectReadings(): Map<string, Reading> {
	const collected = new Map<string, Reading>();
	const collect = (message: unknown) => {
		const reading = message as Reading;
		collected.set(reading.sql, reading);
	};
	diagnostics.subscribe(readings.name, collect);
	afterFile(async () => void diagnostics.unsubscribe(readings.name, collect));
	return collected;
}

/**
 * Where the code disagrees with the tables about NULL. Only for columns that come straight from a table:
 * PostgreSQL does not know whether an expression can be NULL, nor what an outer join leaves out.
 */
export async function wrongClaims(database: Executor, read: Iterable<Reading>): Promise<string[]> {
	const { rows } = await database.query("SELECT attrelid || '.' || attnum AS key FROM pg_attribute WHERE attnotnull");
	const notNull = new Set((rows as { key: string }[]).map(({ key }) => key));
	return [...read].flatMap(({ sql, row, fields }) =>
		fields.flatMap(({ name, tableID, columnID }) => {
			const present = row[name]?.present;
			const statement = sql.split("\n", 1)[0];
			const isOfTable = tableID !== 0;
			const isNotNull = notNull.has(`${tableID}.${columnID}`);
			if (present === "always" && isOfTable && !isNotNull) return [`"${name}" can be NULL: ${statement}`];
			if (present === "by statement" && (!isOfTable || isNotNull))
				return [`neverNull of "${name}" says nothing: ${statement}`];
			return [];
		}),
	);
}
