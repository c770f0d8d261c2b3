import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { reportSummary } from "#contract/reports.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { ApiFailure } from "#src/lib/data/api.ts";
import { ListMessage } from "#src/lib/data/list-message.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { ReportView } from "./report-view.tsx";
import { reportDetailQuery } from "./reports-api.ts";
import { SignInOffer } from "./sign-in-offer.tsx";
import { useReportActions } from "./use-report-actions.ts";

export const meta = {
	title: `Report | ${site.name}`,
	description: "One report: what it says, its files, and the links it is shared by.",
	indexable: false,
} as const;

/** Reports belong to accounts: none has a document of its own. */
export const paths: string[] = [];

const Missing = () => <ListMessage>There is no such report among yours. It may have been deleted.</ListMessage>;

function Body({ id }: { id: string }) {
	const account = useAccount();
	const navigate = useNavigate();
	const actions = useReportActions(() => navigate("/dashboard/reports"));
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...reportDetailQuery(id), enabled });
	const view = accountView(account, reading, useOnline());
	if (reading.error instanceof ApiFailure && reading.error.status === 404) return <Missing />;
	switch (view.status) {
		case "unknown":
			return <SignInOffer>Reports belong to an account, and this device knows none.</SignInOffer>;
		case "loading":
			return (
				<>
					<p role="status" className="sr-only">
						Reading the report.
					</p>
					<RowsToCome />
				</>
			);
		case "nothing-kept":
			return (
				<ListMessage>This report is not kept on this device. It comes as soon as there is a connection.</ListMessage>
			);
		case "failed":
			return (
				<ListMessage>
					<p role="alert">This report could not be read. {view.why}</p>
					<Button variant="secondary" onClick={() => void reading.refetch()}>
						Try again
					</Button>
				</ListMessage>
			);
		case "locked":
			return <ListMessage>Sign in again to see this report.</ListMessage>;
		case "signed-out":
			return <ListMessage>Nothing is shown while you are signed out.</ListMessage>;
		case "shown":
			return (
				<>
					<StaleNote readAt={view.readAt} why={view.stale} />
					<ReportView detail={view.data} actions={actions} />
				</>
			);
	}
}

export default function ReportDetailPage() {
	const { pathname } = useLocation();
	// The address is anybody's text; an id is what the API would take for one.
	const id = z.safeParse(reportSummary.shape.id, pathname.split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/reports" className="inline-flex min-h-11 items-center">
					All reports
				</Link>
			</p>
			<h1 className="mt-1 mb-3 font-semibold text-26 tracking-[-0.01em]">Report</h1>
			{id.success ? <Body key={id.data} id={id.data} /> : <Missing />}
		</div>
	);
}
