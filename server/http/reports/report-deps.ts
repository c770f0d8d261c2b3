import type { AccountReports } from "../../reports/ports.ts";
import type { Senders } from "../operation.ts";

/** What the routes of reports work with. */
export type ReportDeps = { reports: AccountReports; senders: Senders; publicUrl: () => string };
