import { useQuery } from "@tanstack/react-query";
import { fingerprint } from "#contract/findings/vulnerabilities.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { findingDetailQuery } from "#src/lib/findings/findings-api.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { FindingView } from "./detail/finding-view.tsx";

export const meta = {
	title: `Vulnerability | ${site.name}`,
	description: "One finding: its evidence, what it means, which scans saw it, and the decisions about it.",
	indexable: false,
} as const;

/** Findings belong to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

/** How often to check a running retest in case its event is missed, in milliseconds. */
const LOOK_MS = 5_000;

function Body({ id }: { id: string | null }) {
	useScanEvents();
	const account = useAccount();
	const { scope } = useScope();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({
		...findingDetailQuery(id ?? "", scope),
		enabled,
		refetchInterval: ({ state: { data } }) =>
			data?.retest?.status === "running" || data?.retest?.status === "pending" ? LOOK_MS : false,
	});
	return (
		<DetailStates
			noun={{ one: "finding", many: "Findings" }}
			kind="Vulnerability"
			title={({ tracked }) => tracked.title}
			missing={id === null}
			reading={reading}
		>
			{(detail) => <FindingView detail={detail} />}
		</DetailStates>
	);
}

const LIST = { path: "/dashboard/vulnerabilities", label: "All vulnerabilities" };

export default function FindingDetailPage() {
	return (
		<DetailPage id={fingerprint} list={LIST}>
			{(id) => <Body id={id} />}
		</DetailPage>
	);
}
