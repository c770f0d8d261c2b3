import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { type ScanId, scanId } from "#contract/ids.ts";
import { site } from "#src/config/site.ts";
import { KIND_NAMES } from "#src/content/scan-kinds.ts";
import { failureSentence } from "#src/lib/account-view.ts";
import { ApiFailure } from "#src/lib/api.ts";
import { scanDetailQuery } from "#src/lib/scans-api.ts";
import { Button } from "#src/ui/button.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { useAccount } from "#src/ui/use-account.ts";
import { useOnline } from "#src/ui/use-online.ts";
import { useScanActions } from "#src/ui/use-scan-actions.ts";
import { useScanEvents } from "#src/ui/use-scan-events.ts";
import { DetailView } from "./detail-view.tsx";

export const meta = {
	title: `Scan | ${site.name}`,
	description: "One scan: what happened, what was found, what was sent.",
	indexable: false,
} as const;

/** Scans belong to accounts: none has a document of its own. */
export const paths: string[] = [];

const Said = ({ children }: { children: ReactNode }) => (
	<div className="grid max-w-[62ch] justify-items-start gap-4 text-17">{children}</div>
);

function Missing() {
	return (
		<Said>
			<p>There is no such scan among yours. It may have been deleted.</p>
		</Said>
	);
}

function Known({ id }: { id: ScanId }) {
	useScanEvents();
	const online = useOnline();
	const navigate = useNavigate();
	const actions = useScanActions(() => navigate("/dashboard/scans?tab=history"));
	const { data, error, fetchStatus, dataUpdatedAt, refetch } = useQuery(scanDetailQuery(id));
	if (error instanceof ApiFailure && error.status === 404) return <Missing />;
	if (!data) {
		if (error) {
			return (
				<Said>
					<p role="alert">This scan could not be read. {failureSentence(error)}</p>
					<Button variant="secondary" onClick={() => void refetch()}>
						Try again
					</Button>
				</Said>
			);
		}
		if (fetchStatus === "paused" || !online)
			return <Said>This scan is not kept on this device. It comes as soon as there is a connection.</Said>;
		return <Said>Reading the scan.</Said>;
	}
	return (
		<>
			{(!online || error) && (
				<StaleNote readAt={dataUpdatedAt} why={online ? "The server did not answer." : "There is no connection."} />
			)}
			<p className="wrap-anywhere mb-4 text-17">
				{KIND_NAMES[data.scan.kind]} of <bdi className="font-mono text-15">{data.scan.target}</bdi>
			</p>
			<DetailView detail={data} actions={actions} />
		</>
	);
}

function Body() {
	const { pathname } = useLocation();
	const account = useAccount();
	// The address is anybody's text; an id is what the API would take for one.
	const id = z.safeParse(scanId, pathname.split("/")[3]);
	if (account.status === "unknown")
		return (
			<Said>
				<p>Scans belong to an account, and this device knows none.</p>
				<Link to={`/auth/login?next=${encodeURIComponent(pathname)}`}>Sign in</Link>
			</Said>
		);
	if (account.status === "signed-out") return <Said>Nothing is shown while you are signed out.</Said>;
	if (account.locked) return <Said>Sign in again to see this scan.</Said>;
	return id.success ? <Known key={id.data} id={id.data} /> : <Missing />;
}

export default function ScanDetailPage() {
	return (
		<div className="frame pt-8 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/scans">All scans</Link>
			</p>
			<h1 className="mt-1 mb-3 font-semibold text-26 tracking-[-0.01em]">Scan</h1>
			<Body />
		</div>
	);
}
