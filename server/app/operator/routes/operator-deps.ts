import type { PasswordDeps } from "#server/identity/accounts/routes/account-route-deps.ts";
import type { Senders } from "#server/identity/sessions/operation.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { ScanStore } from "#server/scanning/scans/store/scan-store.ts";
import type { Operation } from "../store/operation.ts";
import type { StuckSettings } from "../store/stuck.ts";

/** What the routes of operators work with. */
export type OperatorDeps = {
	pool: Pool;
	operation: Operation;
	scans: ScanStore;
	stuck: StuckSettings;
	/** Looks up the addresses of a host that was just opted out. Never rejects. */
	lookUp(host: string): Promise<void>;
	/** For operations that ask for the password again. */
	accounts: PasswordDeps;
	senders: Senders;
	now: () => Date;
};
