import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { ReportRequest } from "#contract/reports/reports.ts";

/** A report to create. */
export type AskedReport = {
	id: string;
	workspaceId: WorkspaceId;
	/** Null: all clients. */
	clientId: ClientId | null;
	name: string;
	createdBy: string;
	company: string;
	request: ReportRequest;
	/** How often it has been started, including this time. */
	attempts: number;
};
