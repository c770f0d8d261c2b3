import type { Pool } from "./pool.ts";

/** Whether a host's operator, or that of one of its addresses, asked not to be scanned and that time is not over. */
export function createOptOuts(pool: Pool): (host: string, addresses: readonly string[]) => Promise<boolean> {
	return async (host, addresses) => {
		const { rowCount } = await pool.query("SELECT 1 FROM target_opt_outs WHERE host = ANY($1) AND until > now()", [
			[host, ...addresses],
		]);
		return (rowCount ?? 0) > 0;
	};
}
