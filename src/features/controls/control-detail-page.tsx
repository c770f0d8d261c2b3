import { useQuery } from "@tanstack/react-query";
import { controlId } from "#contract/controls/controls.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { controlQuery } from "#src/lib/controls/controls-api.ts";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ControlView } from "./detail/control-view.tsx";

export const meta = {
	title: `Control | ${site.name}`,
	description: "One control: how it stands and why, its tests with their runs, what it serves, and its tasks.",
	indexable: false,
} as const;

/** Controls belong to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

function Body({ id }: { id: string | null }) {
	useScanEvents();
	const account = useAccount();
	const { scope } = useScope();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({ ...controlQuery(id ?? "", scope), enabled });
	return (
		<DetailStates
			noun={{ one: "control", many: "Controls" }}
			kind="Control"
			kindOf={({ code }) => `Control ${code}`}
			title={({ title }) => <bdi>{title}</bdi>}
			missing={id === null}
			reading={reading}
		>
			{(control) => <ControlView control={control} readAt={reading.dataUpdatedAt} />}
		</DetailStates>
	);
}

const LIST = { path: "/dashboard/controls", label: "All controls" };

export default function ControlDetailPage() {
	return (
		<DetailPage id={controlId} list={LIST}>
			{(id) => <Body id={id} />}
		</DetailPage>
	);
}
