/** A number of points within a fixed window. */
export type Counter = {
	/** What is counted, and for whom; both are stored as a hash only. */
	what: string;
	whom: string;
	points: number;
	/** Wider networks around this client, counted at the same time; each has its own points. */
	wider?: readonly { whom: string; points: number }[];
	windowSeconds: number;
};

/** Whether there was room; if not, how many seconds until there will be. */
export type Point = { ok: true } | { ok: false; retryAfter: number };

/** Counts against each in turn and stops at the first that has no room. */
export async function takePoints(
	store: { takePoint(counter: Counter): Promise<Point> },
	counters: Counter[],
): Promise<Point> {
	for (const counter of counters) {
		const point = await store.takePoint(counter);
		if (!point.ok) return point;
	}
	return { ok: true };
}
