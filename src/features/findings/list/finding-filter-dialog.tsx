import { SEVERITIES } from "#contract/findings/severity.ts";
import { FilterChoice, FilterDialog } from "#src/lib/data/lists/filter-dialog.tsx";
import { readFindingFilter } from "#src/lib/findings/finding-filter.ts";
import { ENGINE_NAMES, engineLabel } from "#src/lib/findings/finding-labels.ts";
import { severityLabel } from "#src/lib/findings/severity.tsx";
import { CheckGroup } from "#src/ui/fields/check-group.tsx";
import type { FindingsAddress } from "./findings-address.ts";
import { useOwnNames } from "./use-own-names.ts";

type Filter = FindingsAddress["filter"];
type Props = { filter: Filter; onApply(filter: Filter): void; onClose(): void };

/** The list's filter besides the tab and the search. */
export function FindingFilterDialog({ filter, onApply, onClose }: Props) {
	const { hosts, clients, hint } = useOwnNames(filter);
	return (
		<FilterDialog
			what="vulnerabilities"
			onApply={(query) => {
				// Keeps what the form does not ask for.
				for (const part of ["q", "rule", "title", "class"] as const) if (filter[part]) query.set(part, filter[part]);
				onApply(readFindingFilter(query));
			}}
			onClear={() => onApply(filter.q ? { q: filter.q } : {})}
			onClose={onClose}
		>
			<CheckGroup
				legend="Severity"
				name="severity"
				values={SEVERITIES}
				chosen={filter.severity?.split(",")}
				labelOf={severityLabel}
			/>
			<CheckGroup
				legend="Found by"
				name="engine"
				values={ENGINE_NAMES}
				chosen={filter.engine?.split(",")}
				labelOf={engineLabel}
			/>
			<FilterChoice name="host" label="Host" none="All hosts" values={hosts} chosen={filter.host} />
			<FilterChoice
				name="client"
				label="Client"
				none="All clients"
				values={clients}
				chosen={filter.client}
				hint={hint}
			/>
		</FilterDialog>
	);
}
