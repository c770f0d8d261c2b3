import { CATEGORY_OF, type ReportStatus, type ReportSummary, type ReportTemplate } from "#contract/reports.ts";

/** A row of `account_reports` as a list shows it. */
export type ReportRow = {
	id: string;
	name: string;
	template: ReportTemplate;
	accepted_at: Date;
	created_by: string;
	size: number | null;
	status: ReportStatus;
	failure: string | null;
	downloads: number;
};

export const reportColumns = "id, name, template, accepted_at, created_by, size, status, failure, downloads";

export const reportOfRow = (row: ReportRow): ReportSummary => ({
	id: row.id,
	name: row.name,
	template: row.template,
	category: CATEGORY_OF[row.template],
	createdAt: row.accepted_at.toISOString(),
	createdBy: row.created_by,
	size: row.size,
	status: row.status,
	failure: row.failure,
	downloads: row.downloads,
});
