import type {
	FreeScan,
	FreeScanLink,
	HostWatch,
	HostWatched,
	WatchOnceConfirmed,
} from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import { SIGNED_OUT } from "#server/identity/accounts/passwords/check-password.ts";
import { type AccessRefusal, badField } from "#server/identity/sessions/refusal.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { hostOf } from "./host-of.ts";
import type { FreeScanStore } from "./store/free-scan-rows.ts";
import { weeklySchedule } from "./weekly-schedule.ts";

const NO_REPORT: AccessRefusal = {
	ok: false,
	code: "not_found",
	message: "This report is not here anymore: its link has expired, or it was deleted.",
	reason: "no_report",
};

const NO_ZONE = badField("bad_zone", "/timeZone", "There is no such time zone.");

/** What the link to a report reveals: its host. Not the address it was sent to, because reports are passed on. */
export async function readFreeScan(
	store: Pick<FreeScanStore, "scanOfReport">,
	{ report }: FreeScanLink,
): Promise<({ ok: true } & FreeScan) | AccessRefusal> {
	const scan = await store.scanOfReport(tokenHash(report));
	return scan ? { ok: true, target: scan.target, host: hostOf(scan.target) } : NO_REPORT;
}

/** Takes over a report's scan, if it belongs to this account, and watches its host. */
export async function watchHost(
	store: FreeScanStore,
	{ report, timeZone }: HostWatch,
	{ accountId, now }: { accountId: AccountId; now: Date },
): Promise<({ ok: true } & HostWatched) | AccessRefusal> {
	return store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (!account) return SIGNED_OUT;
		const scan = await tx.scanOfReport(tokenHash(report));
		if (!scan) return NO_REPORT;
		if (!(await tx.mayArrange(accountId))) return { ok: true, scanId: null, schedule: "none" } as const;
		await tx.adoptScans(accountId, scan.scanId);
		const scanId = (await tx.ownsScan(accountId, scan.scanId)) ? scan.scanId : null;
		if (timeZone === undefined) return { ok: true, scanId, schedule: "none" } as const;
		const watch = { target: scan.target, timeZone };
		const schedule = weeklySchedule(watch, now);
		if (!schedule) return NO_ZONE;
		if (account.emailConfirmed)
			return { ok: true, scanId, schedule: await tx.addSchedule(accountId, schedule) } as const;
		await tx.setPendingWatch(accountId, watch);
		return { ok: true, scanId, schedule: "later" } as const;
	});
}

/** Remembers what a registration asked to watch. Does not reveal whether there is such an account. */
export async function watchOnceConfirmed(
	store: FreeScanStore,
	{ registration, report, timeZone }: WatchOnceConfirmed,
	now: Date,
): Promise<{ ok: true } | AccessRefusal> {
	const scan = await store.scanOfReport(tokenHash(report));
	if (!scan) return NO_REPORT;
	const watch = { target: scan.target, timeZone };
	if (!weeklySchedule(watch, now)) return NO_ZONE;
	await store.setPendingWatchOf(tokenHash(registration), watch, now);
	return { ok: true };
}
