import type { AccountId, ScanId } from "#contract/ids.ts";
import type { AccountStatements } from "#server/identity/accounts/store/account-store.ts";
import type { StoredSchedule } from "#server/scanning/schedules/stored-schedule.ts";

/** A host to scan every week. */
export type Watch = { target: string; timeZone: string };

/** The scan that a report's link leads to. */
type LinkedScan = { scanId: ScanId; target: string };

/** Scans of the public form, and the accounts that they move to. */
export type FreeScanRows = {
	/** Undefined for an unknown or expired link. */
	scanOfReport(tokenHash: Buffer): Promise<LinkedScan | undefined>;
	/**
	 * Moves anonymous scans whose reports went to exactly the account's confirmed address, all or one, and merges their
	 * findings. Does nothing for an unconfirmed account. The caller holds the account.
	 */
	adoptScans(id: AccountId, only?: ScanId): Promise<void>;
	/** Whether the account may arrange things in its own workspace, which it can leave to others. */
	mayArrange(id: AccountId): Promise<boolean>;
	/** Whether a scan belongs to the account. */
	ownsScan(id: AccountId, scanId: ScanId): Promise<boolean>;
	/** What the account is to watch once it is confirmed. Does nothing for a confirmed one. */
	setPendingWatch(id: AccountId, watch: Watch): Promise<void>;
	/** The same for the account that is registered under the token, if there is one. */
	setPendingWatchOf(registrationHash: Buffer, watch: Watch, now: Date): Promise<void>;
	/** Returns it once. */
	takePendingWatch(id: AccountId): Promise<Watch | undefined>;
	/** The caller holds the account. */
	addSchedule(id: AccountId, schedule: StoredSchedule): Promise<"made" | "exists" | "full">;
};

export type FreeScanStore = Pick<FreeScanRows, "scanOfReport" | "setPendingWatchOf"> & {
	/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
	transaction<T extends { ok: boolean }>(work: (tx: FreeScanTransaction) => Promise<T>): Promise<T>;
};

/** The account is held first. */
export type FreeScanTransaction = FreeScanRows & Pick<AccountStatements, "lockAccount">;
