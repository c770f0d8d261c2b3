import { KINDS } from "#contract/kinds/kinds.ts";
import type { ScanRequest } from "#contract/scans/scans.ts";
import type { ScheduledScan } from "#contract/scans/schedules.ts";

/** The request that a person would have made. Its mailbox is the account's current one. */
export const scanRequestOf = ({ kind, body }: ScheduledScan, email: string): ScanRequest =>
	({ kind, body: KINDS[kind].mails === "none" ? body : { ...body, email } }) as ScanRequest;
