import type { SubmitEvent } from "react";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { KINDS, SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { type ScanFilter, STATUS_FILTERS } from "#contract/scans/scan-query.ts";
import { severityLabel } from "#src/lib/findings/severity.tsx";
import { formQuery } from "#src/lib/forms/form-values.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import { readFilter } from "#src/lib/scans/scan-filter.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { CheckGroup } from "#src/ui/fields/check-group.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { useOwn } from "../use-own.ts";

type Props = {
	filter: ScanFilter;
	onApply(filter: ScanFilter): void;
	onClose(): void;
};

/** What the lists show. Choosing nothing filters nothing. */
export function FilterDialog({ filter, onApply, onClose }: Props) {
	const { scans, assets } = useOwn();
	// One that only older scans have may be in the address.
	const clients = knownClients([...assets, ...scans, { client: filter.client ?? "" }]);
	const apply = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const query = formQuery(event.currentTarget);
		// Read like an address: what cannot be read filters nothing.
		onApply(readFilter(query));
	};
	return (
		<Modal title="Filter scans" onClose={onClose}>
			<form onSubmit={apply} className="grid gap-4">
				<TextField id="filter-q" name="q" label="Target contains" defaultValue={filter.q ?? ""} maxLength={200} />
				{clients.length > 0 && (
					<ChoiceField
						id="filter-client"
						name="client"
						label="Client"
						none="All clients"
						options={clients}
						defaultValue={filter.client ?? ""}
					/>
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
					<TextField
						id="filter-from"
						name="from"
						label="First day (UTC)"
						type="date"
						defaultValue={filter.from ?? ""}
					/>
					<TextField id="filter-to" name="to" label="Last day (UTC)" type="date" defaultValue={filter.to ?? ""} />
				</div>
				<div className="flex items-center justify-end gap-5">
					<Button variant="plain" onClick={() => onApply({})}>
						Clear all
					</Button>
					<Button type="submit" variant="primary">
						Show scans
					</Button>
				</div>
			</form>
		</Modal>
	);
}
