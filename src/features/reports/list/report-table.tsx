import type { ReactNode } from "react";
import { sizeText } from "#contract/format/size.ts";
import type { ReportSummary } from "#contract/reports/reports.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { cameFrom, typeOf } from "../report-labels.ts";

/** A row is a card until there is room for the columns; then the table head replaces the cells' own labels. */
const CELL =
	"min-w-0 @[56rem]:table-cell @[56rem]:border-line @[56rem]:border-b @[56rem]:py-3 @[56rem]:pe-3 @[56rem]:align-top";
const HEAD = "pb-2 pe-3 text-start font-semibold text-13 text-quiet";

/** The name takes the remaining width. */
const COLUMNS = [
	["Name", ""],
	["Type", "w-27"],
	["Created", "w-29"],
	["Created by", "w-24"],
	["Size", "w-18"],
	["Status", "w-31"],
	["Downloads", "w-21"],
	["Actions", "w-37"],
] as const;

function Cell({ label, children }: { label: string; children: ReactNode }) {
	return (
		<td className={CELL}>
			<span className="mb-0.5 block text-13 text-quiet @[56rem]:hidden">{label}</span>
			<span className="wrap-anywhere tabular-nums">{children}</span>
		</td>
	);
}

type RowProps = {
	report: ReportSummary;
	/** Samples have no screen of their own. */
	sample: boolean;
	actions: ReactNode;
};

function Row({ report, sample, actions }: RowProps) {
	return (
		<tr
			data-category={report.category}
			className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-2 border-line border-b py-4 text-15 @[56rem]:table-row @[56rem]:border-0"
		>
			<th scope="row" className={`col-span-full text-start font-normal ${CELL}`}>
				<span className="wrap-anywhere font-semibold">
					{sample ? (
						report.name
					) : (
						<Link to={`/dashboard/reports/${report.id}`} className="-my-3 inline-block py-3 text-ink">
							{report.name}
						</Link>
					)}
				</span>
				{report.takenFrom !== undefined && (
					<span className="wrap-anywhere mt-1 block text-13">{cameFrom(report.takenFrom)}, not made here</span>
				)}
				{report.failure && <span className="wrap-anywhere mt-1 block text-13">{report.failure}</span>}
			</th>
			<Cell label="Type">{typeOf(report)}</Cell>
			<Cell label="Created">
				<TimeText at={report.createdAt} zone={sample ? "utc" : "local"} />
			</Cell>
			<Cell label="Created by">{report.createdBy}</Cell>
			<Cell label="Size">{report.size === null ? "–" : sizeText(report.size)}</Cell>
			<Cell label="Status">
				<StatusBadge status={report.status} />
			</Cell>
			<Cell label="Downloads">{report.downloads.toLocaleString("en")}</Cell>
			<td className={`col-span-full ${CELL} @[56rem]:pe-0`}>
				<div className="flex flex-wrap gap-x-5 @[56rem]:-mt-3 @[56rem]:grid @[56rem]:grid-cols-2 @[56rem]:justify-items-start">
					{actions}
				</div>
			</td>
		</tr>
	);
}

type Props = {
	reports: readonly ReportSummary[];
	sample: boolean;
	actions(report: ReportSummary): ReactNode;
};

/** Reports with their facts: cards on a phone, columns where there is room. */
export function ReportTable({ reports, sample, actions }: Props) {
	return (
		<div className="@container">
			<table className="block w-full table-fixed @[56rem]:mt-4 @[56rem]:table">
				<caption className="sr-only">Reports</caption>
				<thead className="hidden @[56rem]:table-header-group">
					<tr>
						{COLUMNS.map(([head, width]) => (
							<th key={head} scope="col" className={`${HEAD} ${width}`}>
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody className="block @[56rem]:table-row-group">
					{reports.map((report) => (
						<Row key={report.id} report={report} sample={sample} actions={actions(report)} />
					))}
				</tbody>
			</table>
		</div>
	);
}
