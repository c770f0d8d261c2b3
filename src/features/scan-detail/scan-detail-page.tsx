import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { type ScanId, scanId } from "#contract/ids.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { site } from "#src/config/site.ts";

import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { scanDetailQuery } from "#src/lib/scans/scans-api.ts";
import { useScanActions } from "#src/lib/scans/use-scan-actions.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { Link, useGo } from "#src/lib/workspace/link.tsx";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { DetailView } from "./detail-view.tsx";

export const meta = {
	title: `Scan | ${site.name}`,
	description: "One scan: its timeline, its findings, and what was sent.",
	indexable: false,
} as const;

/** Scans belong to accounts: none has a document of its own. */
export const paths: string[] = [];

/** For an address without an id; it is never requested. */
const NO_SCAN = "" as ScanId;

function Body({ id }: { id: ScanId | null }) {
	useScanEvents();
	const account = useAccount();
	const { scope } = useScope();
	const go = useGo();
	const actions = useScanActions(() => go("/dashboard/scans?tab=history"));
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({ ...scanDetailQuery(id ?? NO_SCAN, scope), enabled });
	return (
		<DetailStates
			noun={{ one: "scan", many: "Scans" }}
			kind="Scan"
			kindOf={({ scan }) => scanName(scan.kind)}
			title={({ scan }) => <bdi>{scan.target}</bdi>}
			missing={id === null}
			reading={reading}
		>
			{(detail) => <DetailView detail={detail} actions={actions} />}
		</DetailStates>
	);
}

export default function ScanDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(scanId, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/scans" className="inline-flex min-h-11 items-center">
					All scans
				</Link>
			</p>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}
