import { CATEGORY_OF, REPORT_STATUSES, REPORT_TEMPLATES, type ReportSummary } from "#contract/reports/reports.ts";
import { columnsOf, int, oneOf, orNull, type RowOf, text, time, uuid } from "#server/platform/db/rows.ts";

/** A row of `account_reports` as a list shows it. */
export const REPORT = {
	id: uuid,
	name: text,
	template: oneOf(REPORT_TEMPLATES),
	accepted_at: time,
	created_by: text,
	size: orNull(int),
	status: oneOf(REPORT_STATUSES),
	failure: orNull(text),
	downloads: int,
	taken_from: orNull(text),
};

export const reportColumns = columnsOf(REPORT);

export const reportOfRow = (row: RowOf<typeof REPORT>): ReportSummary => ({
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
	...(row.taken_from !== null && { takenFrom: row.taken_from }),
});
