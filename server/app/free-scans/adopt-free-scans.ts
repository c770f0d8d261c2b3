import type { AddressConfirmed } from "#server/identity/accounts/address-confirmed.ts";
import type { FreeScanRows } from "./store/free-scan-rows.ts";
import { weeklySchedule } from "./weekly-schedule.ts";

/**
 * What a confirmed address brings into the account's own workspace: the scans that were sent to it, and the host that it asked to watch.
 */
export async function adoptFreeScans(tx: FreeScanRows, { accountId, by, now }: AddressConfirmed): Promise<void> {
	if (by === "reset") {
		await tx.adoptScans(accountId);
		// The request to watch it may come from a stranger: registering did not require reading the mailbox.
		await tx.takePendingWatch(accountId);
		return;
	}
	if (!(await tx.mayArrange(accountId))) return;
	await tx.adoptScans(accountId);
	const watch = await tx.takePendingWatch(accountId);
	const schedule = watch && weeklySchedule(watch, now);
	if (schedule) await tx.addSchedule(accountId, schedule);
}
