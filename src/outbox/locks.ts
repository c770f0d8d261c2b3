import type { EntryId } from "#contract/ids.ts";
import type { OutboxDeps } from "./deps.ts";

export const lockName = (id: EntryId) => `plumbline-outbox:${id}`;

/** Takes the entry's lock if nobody has it; gives what gives it back. */
function take(id: EntryId, locks: NonNullable<OutboxDeps["locks"]>): Promise<(() => void) | null> {
	return new Promise((resolve, reject) => {
		const granted = (lock: Lock | null) => {
			if (!lock) return resolve(null);
			return new Promise<void>((giveBack) => resolve(giveBack));
		};
		locks.request(lockName(id), { ifAvailable: true }, granted).catch(reject);
	});
}

/** Runs `work` with those entries that nobody else is sending, and nobody else can send them until it has ended. */
export async function withFree<T>(
	ids: readonly EntryId[],
	locks: NonNullable<OutboxDeps["locks"]>,
	work: (free: EntryId[]) => Promise<T>,
): Promise<T> {
	const taken = await Promise.allSettled(ids.map((id) => take(id, locks)));
	try {
		const failed = taken.find(({ status }) => status === "rejected");
		if (failed?.status === "rejected") throw failed.reason;
		return await work(ids.filter((_, index) => taken[index]?.status === "fulfilled" && taken[index].value !== null));
	} finally {
		for (const one of taken) if (one.status === "fulfilled") one.value?.();
	}
}
