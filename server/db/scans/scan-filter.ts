import type { AccountId } from "#contract/ids.ts";
import type { ScanFilter } from "#contract/scan-query.ts";

/** A condition on `scans` and the values its `$1`, `$2`, … stand for. */
export type Where = { text: string; values: unknown[] };

/** An account's scans that pass a filter. Only ever values are bound: nothing a client sends becomes SQL. */
export function scanWhere(owner: AccountId, { phase, status, kind, severity, from, to, q }: ScanFilter): Where {
	const values: unknown[] = [owner];
	const conditions = ["owner = $1"];
	const add = (condition: (name: string) => string, value: unknown) => {
		values.push(value);
		conditions.push(condition(`$${values.length}`));
	};
	// Written out, so that the index of what is under way applies.
	if (phase === "active") conditions.push("status IN ('pending', 'running')");
	if (phase === "finished") conditions.push("status IN ('completed', 'failed')");
	if (status?.length) add((name) => `state = ANY(${name})`, status);
	if (kind?.length) add((name) => `kind = ANY(${name})`, kind);
	if (severity?.length) add((name) => `worst = ANY(${name})`, severity);
	if (from) add((name) => `accepted_at >= ${name}::date::timestamp AT TIME ZONE 'UTC'`, from);
	if (to) add((name) => `accepted_at < (${name}::date + 1)::timestamp AT TIME ZONE 'UTC'`, to);
	if (q) add((name) => `position(lower(${name}) IN lower(target)) > 0`, q);
	return { text: conditions.join(" AND "), values };
}
