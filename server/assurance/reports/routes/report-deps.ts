import type { Senders } from "#server/identity/sessions/operation.ts";
import type { AccountReports } from "../store/account-report-store.ts";

/** What the routes of reports work with. */
export type ReportDeps = { reports: AccountReports; senders: Senders; publicUrl: () => string };
