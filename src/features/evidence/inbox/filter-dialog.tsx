import { EVIDENCE_KINDS, EVIDENCE_STATES, FRESHNESS } from "#contract/evidence/state.ts";
import { EVIDENCE_KIND_LABELS, EVIDENCE_STATE_LABELS, FRESHNESS_LABELS } from "#src/lib/evidence/evidence-labels.ts";
import { FilterModal } from "#src/lib/forms/filter-modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { type InboxAddress, METHODS, readAddress } from "./inbox-address.ts";

const METHOD_LABELS = { "by-hand": "People", automatic: "Plumbline, from scans and tests", any: "Anyone" } as const;

type Props = { address: InboxAddress; onApply(address: InboxAddress): void; onClose(): void };

/** The library's filter besides the tab and the search. Nothing chosen filters nothing. */
export function FilterDialog({ address, onApply, onClose }: Props) {
	return (
		<FilterModal
			title="Filter evidence"
			onApply={(query) => onApply(readAddress(query))}
			onClear={() => onApply(readAddress(new URLSearchParams()))}
			onClose={onClose}
		>
			<ChoiceField
				id="filter-method"
				name="method"
				label="Added by"
				options={METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
				defaultValue={address.method}
			/>
			<ChoiceField
				id="filter-kind"
				name="kind"
				label="Kind"
				none="Any kind"
				options={EVIDENCE_KINDS.map((value) => ({ value, label: EVIDENCE_KIND_LABELS[value] }))}
				defaultValue={address.kind ?? ""}
			/>
			<ChoiceField
				id="filter-state"
				name="state"
				label="Review"
				none="Any state"
				options={EVIDENCE_STATES.map((value) => ({ value, label: EVIDENCE_STATE_LABELS[value] }))}
				defaultValue={address.state ?? ""}
			/>
			<ChoiceField
				id="filter-freshness"
				name="freshness"
				label="Freshness"
				none="Any"
				options={FRESHNESS.map((value) => ({ value, label: FRESHNESS_LABELS[value] }))}
				defaultValue={address.freshness ?? ""}
			/>
			<fieldset>
				<legend className="mb-1.5 font-medium text-15">It speaks of</legend>
				<div className="flex flex-wrap gap-3">
					<TextField id="filter-from" name="from" type="date" label="From" defaultValue={address.from ?? ""} />
					<TextField id="filter-to" name="to" type="date" label="To" defaultValue={address.to ?? ""} />
				</div>
			</fieldset>
		</FilterModal>
	);
}
