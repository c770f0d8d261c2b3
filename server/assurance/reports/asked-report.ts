import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { ReportRequest } from "#contract/reports/reports.ts";

/** A report to make. */
export type AskedReport = {
	id: string;
	workspaceId: WorkspaceId;
	/** Null: all clients. */
	clientId: ClientId | null;
	name: string;
	createdBy: string;
	company: string;
	request: ReportRequest;
	/** How often it was begun, with this time. */
	attempts: number;
};
