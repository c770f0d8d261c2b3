import type { ScanId } from "#contract/ids.ts";
import { isToolKind, SCAN_KINDS, TOOL_KINDS } from "#contract/kinds/kinds.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { float, int, oneOf, orNull, readRow, text } from "#server/platform/db/rows.ts";

/** How many scans run at once, across all processes. */
export type TurnLimits = { perAccount: number; perTarget: number };

/** `wait`: the scan must wait; ask again in this many seconds. */
export type Turn = { ok: true } | { ok: false; wait: number };

const LONGEST_WAIT = 15;

/**
 * Whether a pending scan may start: its account and its target must each have room for another running scan. The free scan requests only
 * one page and has its own hourly limit, so it does not count for the target. Locks both counts until the transaction ends, so that two
 * workers cannot take the last place.
 */
export async function takeTurn(client: Executor, id: ScanId, { perAccount, perTarget }: TurnLimits): Promise<Turn> {
	const scan = await readRow(
		client,
		{ owner: text, kind: oneOf(SCAN_KINDS), host: orNull(text), age: float },
		`SELECT owner, kind, host, extract(epoch FROM now() - accepted_at)::float AS age FROM scans
		 WHERE id = $1 AND status = 'pending'`,
		[id],
	);
	if (!scan) return { ok: true };
	const hasRoom = async (lock: string, condition: string, values: [string, ...unknown[]], most: number) => {
		await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${lock} ${values[0]}`]);
		const running = await readRow(
			client,
			{ count: int },
			`SELECT count(*)::int AS count FROM scans WHERE status = 'running' AND ${condition}`,
			values,
		);
		return (running?.count ?? 0) < most;
	};
	const free =
		(!isToolKind(scan.kind) ||
			scan.host === null ||
			(await hasRoom("scans of", "host = $1 AND kind = ANY($2)", [scan.host, TOOL_KINDS], perTarget))) &&
		(scan.owner === "anonymous" || (await hasRoom("scans by", "owner = $1", [scan.owner], perAccount)));
	return free ? { ok: true } : { ok: false, wait: Math.min(LONGEST_WAIT, 1 + Math.floor(scan.age / 10)) };
}
