/** How to read rows of one kind as they appear in the file, sorted by `key`. `$1`: workspace, `$2`: client, `$3`: hosts, `$4`: last key. */
export type Reading = { row: string; key: string; from: string; batch: number };

/** A time as JSON writes it. */
export const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Rows as a JSON array. */
export const list = (row: string, order: string, from: string) =>
	`coalesce((SELECT jsonb_agg(${row} ORDER BY ${order}) FROM ${from}), '[]')`;
