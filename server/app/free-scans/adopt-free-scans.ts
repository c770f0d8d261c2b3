import type { AccountId } from "#contract/ids.ts";
import type { AccountStatements } from "#server/identity/accounts/ports.ts";
import { weeklySchedule } from "./weekly-schedule.ts";

/**
 * What a confirmed address brings into the account's own workspace: the scans that were sent to it, and the host that was to be
 * watched.
 */
export async function adoptFreeScans(tx: AccountStatements, id: AccountId, now: Date): Promise<void> {
	if (!(await tx.mayArrange(id))) return;
	await tx.adoptScans(id);
	const watch = await tx.takePendingWatch(id);
	const schedule = watch && weeklySchedule(watch, now);
	if (schedule) await tx.addSchedule(id, schedule);
}
