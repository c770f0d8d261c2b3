import type { AccountId } from "#contract/ids.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { json, readRecords } from "#server/platform/db/rows.ts";
import type { ExportSection } from "#server/platform/tenancy/tenant-tables.ts";
import { TENANT_TABLES } from "../../tenants/tenant-tables.ts";

/** Everything that is stored for an account, as parts of one JSON document. Undefined if there is no such account. */
export type ExportAccount = (account: AccountId) => Promise<AsyncGenerator<string> | undefined>;

const BATCH = 200;

/** The account itself, which comes first. */
const EXPORTED_ACCOUNT = `id AS "accountId", email, email_confirmed_at AS "emailConfirmedAt",
	pending_email AS "pendingEmail", first_name AS "firstName", last_name AS "lastName", company, updates,
	created_at AS "createdAt", pending_watch AS "pendingWatch"`;

async function* rowsOf(
	pool: Pool,
	account: AccountId,
	{ columns, from, key, batch = BATCH }: ExportSection,
): AsyncGenerator<object[]> {
	const columnNames = key.map(([column]) => column).join(", ");
	const place = `jsonb_build_array(${key.map(([column]) => `${column}::text`).join(", ")}) AS "place"`;
	const after = `AND (${columnNames}) > (${key.map(([, type], index) => `$${index + 2}::${type}`).join(", ")})`;
	// Casts, because a bare name would refer to a column of the file, which may have another type.
	const order = key.map(([column, type]) => `${column}::${type}`).join(", ");
	let last: string[] | undefined;
	do {
		const rows = await readRecords(
			pool,
			{ place: json<string[]>() },
			`SELECT ${columns}, ${place} ${from} ${last ? after : ""} ORDER BY ${order} LIMIT ${batch}`,
			[account, ...(last ?? [])],
		);
		yield rows.map(({ place: _, ...row }) => row);
		last = rows.length === batch ? rows.at(-1)?.place : undefined;
	} while (last);
}

/** Reads in batches and holds no connection between them, so that a slow download does not affect other requests. */
export function createExportAccount(pool: Pool, now: () => Date): ExportAccount {
	async function* write(account: AccountId, own: object): AsyncGenerator<string> {
		yield `{\n"exportedAt": ${JSON.stringify(now())},\n"account": ${JSON.stringify(own)}`;
		for (const section of TENANT_TABLES.flatMap(({ exports = [] }) => exports)) {
			let before = `,\n"${section.name}": [\n`;
			for await (const rows of rowsOf(pool, account, section)) {
				if (rows.length === 0) continue;
				yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
				before = ",\n";
			}
			yield before === ",\n" ? "\n]" : `,\n"${section.name}": []`;
		}
		yield "\n}\n";
	}

	return async (account) => {
		const [own] = await readRecords(pool, {}, `SELECT ${EXPORTED_ACCOUNT} FROM accounts WHERE id = $1`, [account]);
		return own && write(account, own);
	};
}
