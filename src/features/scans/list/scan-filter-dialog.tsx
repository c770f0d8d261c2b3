import { SEVERITIES } from "#contract/findings/severity.ts";
import { KINDS, SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { type ScanFilter, STATUS_FILTERS } from "#contract/scans/scan-query.ts";
import { FilterChoice, FilterDays, FilterDialog } from "#src/lib/data/lists/filter-dialog.tsx";
import { severityLabel } from "#src/lib/findings/severity.tsx";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import { readFilter } from "#src/lib/scans/scan-filter.ts";
import { CheckGroup } from "#src/ui/fields/check-group.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { useOwn } from "../use-own.ts";

type Props = {
	filter: ScanFilter;
	onApply(filter: ScanFilter): void;
	onClose(): void;
};

/** What the lists of scans show. */
export function ScanFilterDialog({ filter, onApply, onClose }: Props) {
	const { scans, assets } = useOwn();
	// The address may name one that only older scans have.
	const clients = knownClients([...assets, ...scans, { client: filter.client ?? "" }]);
	return (
		<FilterDialog
			what="scans"
			show="Show scans"
			onApply={(query) => onApply(readFilter(query))}
			onClear={() => onApply({})}
			onClose={onClose}
		>
			<TextField id="filter-q" name="q" label="Target contains" defaultValue={filter.q ?? ""} maxLength={200} />
			{clients.length > 0 && (
				<FilterChoice name="client" label="Client" none="All clients" values={clients} chosen={filter.client} />
			)}
			<CheckGroup legend="Status" name="status" values={STATUS_FILTERS} chosen={filter.status} />
			<CheckGroup
				legend="Kind"
				name="kind"
				values={SCAN_KINDS}
				chosen={filter.kind}
				labelOf={(kind) => KINDS[kind].name}
			/>
			<CheckGroup
				legend="Worst finding"
				name="severity"
				values={SEVERITIES}
				chosen={filter.severity}
				labelOf={severityLabel}
			/>
			<div className="grid grid-cols-2 gap-4">
				<FilterDays labels={["First day (UTC)", "Last day (UTC)"]} chosen={filter} />
			</div>
		</FilterDialog>
	);
}
