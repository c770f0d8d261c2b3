import { useQuery } from "@tanstack/react-query";
import { type ScanId, scanId } from "#contract/ids.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { site } from "#src/config/site.ts";

import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { scanDetailQuery } from "#src/lib/scans/scans-api.ts";
import { useScanActions } from "#src/lib/scans/use-scan-actions.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { DetailView } from "./detail-view.tsx";

export const meta = {
	title: `Scan | ${site.name}`,
	description: "One scan: its timeline, its findings, and what was sent.",
	indexable: false,
} as const;

/** Scans belong to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

/** Stands in for an address without an id; it is never requested. */
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

const LIST = { path: "/dashboard/scans", label: "All scans" };

export default function ScanDetailPage() {
	return (
		<DetailPage id={scanId} list={LIST}>
			{(id) => <Body id={id} />}
		</DetailPage>
	);
}
