import type { ScanSummary } from "#contract/scans/scans.ts";
import { SAMPLE_NOW } from "#src/content/samples/sample-now.ts";
import { ListPanel as Panel } from "#src/lib/data/lists/list-panel.tsx";
import type { ScanActions as Actions } from "#src/lib/scans/use-scan-actions.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { RowActions } from "./row-actions.tsx";
import { ScanRow } from "./scan-row.tsx";
import type { useScanList } from "./use-scan-list.ts";

type Props = {
	label: string;
	list: ReturnType<typeof useScanList>;
	actions: Actions;
	/** How many filters are set. */
	filtered: number;
	/** The text of an empty list without a filter. */
	empty: string;
	onClear(): void;
};

const idOf = ({ id }: ScanSummary) => id;

/** One tab's list in any state: loading, failed, empty or filled. */
export function ListPanel({ list, actions, ...panel }: Props) {
	const running = list.view.status === "shown" && list.view.items.some(({ status }) => status === "running");
	const now = useNow(running);
	return (
		<Panel
			{...panel}
			list={list}
			noun={{ one: "scan", many: "scans" }}
			keyOf={idOf}
			rowHeight={48}
			row={(scan, sample) => (
				<ScanRow
					scan={scan}
					now={sample ? SAMPLE_NOW : now}
					sample={sample}
					cancelling={actions.doing(scan) === "cancel"}
					actions={<RowActions scan={scan} actions={actions} />}
				/>
			)}
		/>
	);
}
