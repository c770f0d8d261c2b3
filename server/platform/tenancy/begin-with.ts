import type { Pool } from "../db/pool.ts";

/** Settings of one transaction (migrations/0027-walls.sql, 0031-audit-log.sql). */
type Settings = Partial<Record<"workspace" | "seen_client" | "account", string>>;

/**
 * Begins a transaction with the pool's settings and these further ones, in one round trip. Their values were parsed as UUIDs, so nothing
 * needs quoting.
 */
export const beginWith = ({ begin }: Pool, settings: Settings): string =>
	[begin, ...Object.entries(settings).map(([name, value]) => `SET LOCAL plumbline.${name} = '${value}'`)].join("; ");
