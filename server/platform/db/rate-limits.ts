import { hash } from "node:crypto";
import { happened } from "../watch/happened.ts";
import type { Counter } from "./counter.ts";
import type { Executor } from "./pool.ts";
import { int, readRow } from "./rows.ts";

const keyOf = ({ what, whom }: Pick<Counter, "what" | "whom">) => hash("sha256", `${what}\0${whom}`, "buffer");

/** A counter and those of the wider networks, narrowest first. Always in this order, to avoid deadlocks. */
const all = ({ wider = [], ...counter }: Counter): Counter[] => [
	counter,
	...wider.map((one) => ({ ...counter, ...one })),
];

/**
 * One statement per counter, so that the limit works across any number of processes; inside a transaction, a rollback gives the point
 * back. A network that has used up its own points takes none from the wider ones.
 */
export async function takePoint(
	executor: Executor,
	counter: Counter,
): Promise<{ ok: true } | { ok: false; retryAfter: number }> {
	for (const { points, windowSeconds, ...key } of all(counter)) {
		const row = await readRow(
			executor,
			{ points: int, seconds: int },
			`INSERT INTO rate_limits AS r (key, points, expires_at) VALUES ($1, 1, now() + $2 * interval '1 s')
			 ON CONFLICT (key) DO UPDATE SET
			   points = CASE WHEN r.expires_at <= now() THEN 1 ELSE least(r.points + 1, $3 + 1) END,
			   expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END
			 RETURNING points, ceil(extract(epoch FROM expires_at - now()))::integer AS seconds`,
			[keyOf(key), windowSeconds, points],
		);
		if (row && row.points > points) {
			happened({ what: "limit reached", limit: key.what });
			return { ok: false, retryAfter: Math.max(1, row.seconds) };
		}
	}
	return { ok: true };
}

/** What one request asks of one counter: an entry of `wants` (migrations/0022-accepting.sql). */
export type Want = { n: number; at: number; rank: number; key: string; points: number; seconds: number };

/**
 * What several requests ask, each of its own counters. Counters are locked in order of their names, which is also the order in which a
 * request lists them (server/scanning/scans/limits.ts). Locking by position in the list would not work: the same address is first in one
 * list and second in another, and two groups would deadlock.
 */
export function wantsOf(requests: readonly (readonly Counter[])[]): Want[] {
	const wanted = requests.flatMap((counters, n) =>
		counters.flatMap((counter, at) => all(counter).map((one, width) => ({ n, at, width, counter: one }))),
	);
	const ordered = wanted.toSorted(
		(a, b) => compare(a.counter.what, b.counter.what) || a.width - b.width || compare(a.counter.whom, b.counter.whom),
	);
	return ordered.map(({ n, at, counter }, rank) => ({
		n,
		at,
		rank,
		key: keyOf(counter).toString("hex"),
		points: counter.points,
		seconds: counter.windowSeconds,
	}));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** For something that turned out not to count. */
export async function returnPoint(executor: Executor, counter: Counter): Promise<void> {
	for (const one of all(counter)) {
		await executor.query("UPDATE rate_limits SET points = points - 1 WHERE key = $1 AND points > 0", [keyOf(one)]);
	}
}

export async function clearPoints(executor: Executor, counter: Counter): Promise<void> {
	for (const one of all(counter)) await executor.query("DELETE FROM rate_limits WHERE key = $1", [keyOf(one)]);
}
