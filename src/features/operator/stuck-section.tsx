import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { durationText } from "#contract/format/duration.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import type { StuckReport, StuckScan } from "#contract/operator/operator.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { ActionDialog, fieldText } from "./action-dialog.tsx";
import { endScan, stuckQuery } from "./operator-api.ts";
import { OPERATOR_DATA } from "./operator-data.tsx";
import { stuckText } from "./stuck-text.ts";

type RowProps = Pick<StuckScan, "since" | "tries" | "lastFailure"> & {
	name: string;
	about: string;
	state: string;
	why: string;
	action?: ReactNode;
};

function Row({ name, about, state, since, why, tries, lastFailure, action }: RowProps) {
	const now = useNow();
	return (
		<li className="border-line border-b py-3 text-15">
			<div className="flex items-start justify-between gap-4">
				<div className="min-w-0">
					<p className="wrap-anywhere font-semibold">{name}</p>
					<p className="text-13 text-quiet">{about}</p>
				</div>
				<div className="-my-2.5 flex-none">{action}</div>
			</div>
			<p className="mt-1">{why}</p>
			<p className="mt-1 text-13 text-quiet">
				{state} since <TimeText at={since} />
				{now > 0 && ` (${durationText(now - Date.parse(since))})`}
				{tries > 1 && `. Started ${tries} times`}
			</p>
			{lastFailure && <p className="mt-1 wrap-anywhere text-13 text-quiet">Last failure: {lastFailure}</p>}
		</li>
	);
}

function Scan({ scan, onEnd }: { scan: StuckScan; onEnd(): void }) {
	const { kind, target, ofAccount, status, reason } = scan;
	return (
		<Row
			{...scan}
			name={target}
			about={`${scanName(kind)} ${ofAccount ? "of an account" : "from the public form"}`}
			state={status === "pending" ? "Waiting" : "Running"}
			why={stuckText(reason, kind)}
			action={
				<TextButton aria-haspopup="dialog" aria-label={`End the scan of ${target}`} onClick={onEnd}>
					End it
				</TextButton>
			}
		/>
	);
}

const Report = (report: StuckReport) => (
	<Row
		{...report}
		name={`Report: ${report.template.replaceAll("-", " ")}`}
		about="Of an account"
		state="Waiting"
		why={stuckText(report.reason, null)}
	/>
);

/** Scans and reports that have been waiting or running for too long. */
export function StuckSection() {
	const reading = useQuery(stuckQuery);
	const [ending, setEnding] = useState<StuckScan | null>(null);
	return (
		<Section id="stuck" heading="Stuck">
			<AccountData {...OPERATOR_DATA} what="stuck scans" reading={reading}>
				{({ scans, scanCount, reports, reportCount = 0 }) =>
					scans.length + reports.length === 0 ? (
						<p className="text-15">Nothing is stuck.</p>
					) : (
						<>
							<ul className="border-line border-t">
								{scans.map((scan) => (
									<Scan key={scan.scanId} scan={scan} onEnd={() => setEnding(scan)} />
								))}
								{reports.map((report) => (
									<Report key={report.reportId} {...report} />
								))}
							</ul>
							{scanCount > scans.length && (
								<p className="mt-3 text-15">
									The oldest {scans.length} of {scanCount.toLocaleString("en")} scans are listed.
								</p>
							)}
							{reportCount > reports.length && (
								<p className="mt-3 text-15">
									The oldest {reports.length} of {reportCount.toLocaleString("en")} reports are listed.
								</p>
							)}
						</>
					)
				}
			</AccountData>
			{ending && (
				<ActionDialog
					title="End this scan?"
					subtitle={ending.target}
					labels={{ yes: "End the scan", no: "Leave it", failed: "Not ended" }}
					reason={{ hint: "The person who requested the scan will see it." }}
					onClose={() => setEnding(null)}
					run={async (values) => {
						await endScan(ending.scanId, fieldText(values, "reason"));
						return { title: "Scan ended", text: ending.target };
					}}
				>
					<p>It fails with your reason and cannot be resumed. The person who requested it is notified as usual.</p>
				</ActionDialog>
			)}
		</Section>
	);
}
