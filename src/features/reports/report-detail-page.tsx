import { useQuery } from "@tanstack/react-query";
import { type ReportDetail, reportSummary } from "#contract/reports/reports.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type AccountView, accountView } from "#src/lib/data/account-view.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { ListMessage } from "#src/lib/data/lists/list-message.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { reportDetailQuery } from "#src/lib/reports/reports-api.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { ReportView } from "./report-view.tsx";
import { SignInOffer } from "./sign-in-offer.tsx";
import { type ReportActions, useReportActions } from "./use-report-actions.ts";

export const meta = {
	title: `Report | ${site.name}`,
	description: "One report: its contents, its files and its shared links.",
	indexable: false,
} as const;

/** Reports belong to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

const Missing = () => <ListMessage>You have no such report. It may have been deleted.</ListMessage>;

/** The heading stays one element while a report loads, so that focus on it is not lost. */
const Heading = ({ name }: { name: string | null }) => (
	<div className="mt-1 mb-4">
		{name !== null && <p className="text-15 text-quiet">Report</p>}
		<h1 className="wrap-anywhere font-semibold text-26 tracking-[-0.01em]">{name ?? "Report"}</h1>
	</div>
);

function Detail({ id }: { id: string }) {
	const account = useAccount();
	const { scope } = useScope();
	const go = useGo();
	const actions = useReportActions(() => go("/dashboard/reports"));
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...reportDetailQuery(id, scope), enabled });
	const view = accountView(account, reading, useOnline());
	const isMissing = reading.error instanceof ApiFailure && reading.error.status === 404;
	return (
		<>
			<Heading name={view.status === "shown" && !isMissing ? view.data.report.name : null} />
			{isMissing ? <Missing /> : <Body view={view} actions={actions} onRetry={() => void reading.refetch()} />}
		</>
	);
}

type BodyProps = { view: AccountView<ReportDetail>; actions: ReportActions; onRetry(): void };

function Body({ view, actions, onRetry }: BodyProps) {
	switch (view.status) {
		case "unknown":
			return <SignInOffer>Reports belong to an account, and no one is signed in here.</SignInOffer>;
		case "loading":
			return (
				<>
					<p role="status" className="sr-only">
						Loading the report.
					</p>
					<RowsToCome />
				</>
			);
		case "nothing-kept":
			return (
				<ListMessage>This report is not saved on this device. It will load when there is a connection.</ListMessage>
			);
		case "failed":
			return (
				<ListMessage>
					<p role="alert">This report could not be loaded. {view.why}</p>
					<Button variant="secondary" onClick={onRetry}>
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

const LIST = { path: "/dashboard/reports", label: "All reports" };

export default function ReportDetailPage() {
	return (
		<DetailPage id={reportSummary.shape.id} list={LIST}>
			{(id) =>
				id === null ? (
					<>
						<Heading name={null} />
						<Missing />
					</>
				) : (
					<Detail id={id} />
				)
			}
		</DetailPage>
	);
}
