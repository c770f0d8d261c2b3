import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { type ScanId, scanId } from "#contract/ids.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { site } from "#src/config/site.ts";

import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { scanDetailQuery } from "#src/lib/scans/scans-api.ts";
import { useScanActions } from "#src/lib/scans/use-scan-actions.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { DetailView } from "./detail-view.tsx";

export const meta = {
	title: `Scan | ${site.name}`,
	description: "One scan: what happened, what was found, what was sent.",
	indexable: false,
} as const;

/** Scans belong to accounts: none has a document of its own. */
export const paths: string[] = [];

/** Stands for an address that names none: it is never asked for. */
const NO_SCAN = "" as ScanId;

function Body({ id }: { id: ScanId | null }) {
	useScanEvents();
	const account = useAccount();
	const navigate = useNavigate();
	const actions = useScanActions(() => navigate("/dashboard/scans?tab=history"));
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({ ...scanDetailQuery(id ?? NO_SCAN), enabled });
	return (
		<DetailStates noun={{ one: "scan", many: "Scans" }} missing={id === null} reading={reading}>
			{(detail) => (
				<>
					<p className="wrap-anywhere mb-4 text-17">
						{scanName(detail.scan.kind)} of <bdi className="font-mono text-15">{detail.scan.target}</bdi>
					</p>
					<DetailView detail={detail} actions={actions} />
				</>
			)}
		</DetailStates>
	);
}

export default function ScanDetailPage() {
	const { pathname } = useLocation();
	// The address is anybody's text; an id is what the API would take for one.
	const id = z.safeParse(scanId, pathname.split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/scans" className="inline-flex min-h-11 items-center">
					All scans
				</Link>
			</p>
			<h1 className="mt-1 mb-3 font-semibold text-26 tracking-[-0.01em]">Scan</h1>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}
