import type { OutboxDeps } from "../deps.ts";

/** The name of the lock around the sending of an entry. */
export const lockName = (outbox: string, id: string) => `${outbox}:${id}`;

/** Takes a lock if it is free and returns its release function; null if it is taken. */
function take(name: string, locks: NonNullable<OutboxDeps["locks"]>): Promise<(() => void) | null> {
	return new Promise((resolve, reject) => {
		const granted = (lock: Lock | null) => {
			if (!lock) return resolve(null);
			return new Promise<void>((giveBack) => resolve(giveBack));
		};
		locks.request(name, { ifAvailable: true }, granted).catch(reject);
	});
}

/** Runs `work` with the entries that no other context is sending. Their locks are held until it ends. */
export async function withFree<T>(
	outbox: string,
	ids: readonly string[],
	locks: NonNullable<OutboxDeps["locks"]>,
	work: (free: string[]) => Promise<T>,
): Promise<T> {
	const taken = await Promise.allSettled(ids.map((id) => take(lockName(outbox, id), locks)));
	try {
		const failed = taken.find(({ status }) => status === "rejected");
		if (failed?.status === "rejected") throw failed.reason;
		return await work(ids.filter((_, index) => taken[index]?.status === "fulfilled" && taken[index].value !== null));
	} finally {
		for (const one of taken) if (one.status === "fulfilled") one.value?.();
	}
}
