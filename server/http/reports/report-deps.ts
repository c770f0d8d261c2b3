import type { AccountReports } from "../../reports/ports.ts";
import type { ReadSession } from "../session/identity.ts";

/** What the routes of reports work with. */
export type ReportDeps = { reports: AccountReports; readSession: ReadSession; publicUrl: () => string };
