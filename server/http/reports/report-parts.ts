import type { AccountReports } from "../../reports/ports.ts";
import type { ReadSession } from "../session/identity.ts";

/** What the routes of reports work with. */
export type ReportParts = { reports: AccountReports; readSession: ReadSession; publicUrl: () => string };
