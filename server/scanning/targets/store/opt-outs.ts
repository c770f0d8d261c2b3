import { coalesce } from "#server/platform/db/coalesce.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, orNull, readRows, text } from "#server/platform/db/rows.ts";
import { addressForms } from "#server/platform/outgoing/address-forms.ts";
import { isPublicAddress } from "#server/platform/outgoing/public-address.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";

/** How long a name's earlier address stays covered: names rotate through addresses and come back to them. */
const KEPT_DAYS = 7;
/** The owner controls a name's DNS, and must not be able to block half of the internet for everyone. */
const MOST_ADDRESSES = 16;

const OPTED_OUT = {
	name: "opted-out",
	// Uses the indexes, however many hosts have opted out. JSON, because a list whose length is visible would be planned again each time.
	text: `SELECT DISTINCT asked.n FROM jsonb_to_recordset($1) AS asked (n integer, name text, is_address boolean)
	 CROSS JOIN LATERAL (
	   SELECT FROM target_opt_outs WHERE host = asked.name AND until > now()
	   UNION ALL
	   SELECT FROM target_opt_out_addresses JOIN target_opt_outs USING (host)
	   WHERE is_address AND address = asked.name AND until > now() LIMIT 1) AS refused`,
};

/**
 * Whether scans of a host, or of one of its addresses, are refused because its operator asked for that. Simultaneous calls share a
 * statement.
 */
export function createOptOuts(pool: Pool): (host: string, addresses: readonly string[]) => Promise<boolean> {
	type Question = { host: string; addresses: readonly string[] };
	const ask = coalesce(
		async (questions: readonly Question[]) => {
			const names = questions.flatMap(({ host, addresses }, n) => [
				{ n, name: host, is_address: false },
				...addresses.map((name) => ({ n, name, is_address: true })),
			]);
			const rows = await readRows(pool, { n: orNull(int) }, OPTED_OUT, [JSON.stringify(names)]);
			const refused = new Set(rows.map(({ n }) => n));
			return questions.map((_, n) => refused.has(n));
		},
		{ most: 64, atOnce: 2, waiting: 512 },
	);
	return (host, addresses) => ask({ host, addresses });
}

/**
 * Looks up the addresses of opted-out hosts, one by one, so that they are covered under other names too. A name that is not
 * found keeps the addresses it had.
 */
export async function lookUpOptOuts(
	pool: Pool,
	resolver: Resolver,
	{ only, signal }: { only?: string; signal?: AbortSignal } = {},
): Promise<void> {
	const rows = await readRows(
		pool,
		{ host: text },
		"SELECT host FROM target_opt_outs WHERE until > now() AND ($1::text IS NULL OR host = $1)",
		[only],
	);
	for (const { host } of rows) {
		const resolution = await resolver.addresses(host);
		if (signal?.aborted) return;
		if (resolution.status !== "found") continue;
		const addresses = resolution.addresses
			.flatMap(({ address }) => addressForms(address))
			.filter(isPublicAddress)
			.slice(0, MOST_ADDRESSES);
		await pool.query(
			`INSERT INTO target_opt_out_addresses (host, address, seen_at)
			 SELECT host, address, now() FROM target_opt_outs, unnest($2::text[]) AS address WHERE host = $1
			 ON CONFLICT (host, address) DO UPDATE SET seen_at = excluded.seen_at`,
			[host, [...new Set(addresses)]],
		);
		await pool.query(
			`DELETE FROM target_opt_out_addresses WHERE host = $1 AND (seen_at < now() - interval '${KEPT_DAYS} days'
			   OR address IN (SELECT address FROM target_opt_out_addresses WHERE host = $1
			                  ORDER BY seen_at DESC, address OFFSET ${MOST_ADDRESSES}))`,
			[host],
		);
	}
}
