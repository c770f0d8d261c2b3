import { addressForms } from "../../targets/address-forms.ts";
import { isPublicAddress } from "../../targets/public-address.ts";
import type { Resolver } from "../../targets/resolver.ts";
import type { Pool } from "../pool.ts";
import { readRows, text } from "../rows.ts";

/** How long a name's earlier address stays covered: names rotate through addresses and come back to them. */
const KEPT_DAYS = 7;
/** The owner controls a name's DNS, and must not be able to block half of the internet for everyone. */
const MOST_ADDRESSES = 16;

/** Whether scans of a host, or of one of its addresses, are refused because its operator asked for that. */
export function createOptOuts(pool: Pool): (host: string, addresses: readonly string[]) => Promise<boolean> {
	return async (host, addresses) => {
		const { rowCount } = await pool.query(
			`SELECT 1 FROM target_opt_outs AS asked WHERE until > now() AND (host = ANY($1) OR EXISTS (
			   SELECT 1 FROM target_opt_out_addresses AS seen WHERE seen.host = asked.host AND address = ANY($2)))`,
			[[host, ...addresses], addresses],
		);
		return (rowCount ?? 0) > 0;
	};
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
