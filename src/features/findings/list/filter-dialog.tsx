import { SEVERITIES } from "#contract/findings/severity.ts";
import { readFindingFilter } from "#src/lib/findings/finding-filter.ts";
import { ENGINE_NAMES, engineLabel } from "#src/lib/findings/finding-labels.ts";
import { severityLabel } from "#src/lib/findings/severity.tsx";
import { FilterModal } from "#src/lib/forms/filter-modal.tsx";
import { CheckGroup } from "#src/ui/fields/check-group.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import type { FindingsAddress } from "./findings-address.ts";
import { useOwnNames } from "./use-own-names.ts";

type Filter = FindingsAddress["filter"];
type Props = { filter: Filter; onApply(filter: Filter): void; onClose(): void };

/** The list's filter besides the tab and the search. Nothing chosen filters nothing. */
export function FilterDialog({ filter, onApply, onClose }: Props) {
	const { hosts, clients, hint } = useOwnNames(filter);
	return (
		<FilterModal
			title="Filter vulnerabilities"
			onApply={(query) => {
				// What the form does not ask for stays.
				for (const part of ["q", "rule", "title", "class"] as const) if (filter[part]) query.set(part, filter[part]);
				// Parsed like an address: what cannot be read filters nothing.
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
			<ChoiceField
				id="filter-host"
				name="host"
				label="Host"
				none="All hosts"
				options={hosts}
				defaultValue={filter.host ?? ""}
			/>
			<ChoiceField
				id="filter-client"
				name="client"
				label="Client"
				none="All clients"
				options={clients}
				defaultValue={filter.client ?? ""}
				{...(hint && { hint })}
			/>
		</FilterModal>
	);
}
