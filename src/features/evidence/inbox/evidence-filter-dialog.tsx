import { EVIDENCE_KINDS, EVIDENCE_STATES, FRESHNESS } from "#contract/evidence/state.ts";
import { FilterChoice, FilterDays, FilterDialog } from "#src/lib/data/lists/filter-dialog.tsx";
import { EVIDENCE_KIND_LABELS, EVIDENCE_STATE_LABELS, FRESHNESS_LABELS } from "#src/lib/evidence/evidence-labels.ts";
import { type InboxAddress, METHODS, readAddress } from "./inbox-address.ts";

const METHOD_LABELS = { "by-hand": "People", automatic: "Plumbline, from scans and tests", any: "Anyone" } as const;

type Props = { address: InboxAddress; onApply(address: InboxAddress): void; onClose(): void };

/** The library's filter besides the tab and the search. */
export const EvidenceFilterDialog = ({ address, onApply, onClose }: Props) => (
	<FilterDialog
		what="evidence"
		onApply={(query) => onApply(readAddress(query))}
		onClear={() => onApply(readAddress(new URLSearchParams()))}
		onClose={onClose}
	>
		<FilterChoice
			name="method"
			label="Added by"
			values={METHODS}
			labelOf={(method) => METHOD_LABELS[method]}
			chosen={address.method}
		/>
		<FilterChoice
			name="kind"
			label="Kind"
			none="Any kind"
			values={EVIDENCE_KINDS}
			labelOf={(kind) => EVIDENCE_KIND_LABELS[kind]}
			chosen={address.kind}
		/>
		<FilterChoice
			name="state"
			label="Review"
			none="Any state"
			values={EVIDENCE_STATES}
			labelOf={(state) => EVIDENCE_STATE_LABELS[state]}
			chosen={address.state}
		/>
		<FilterChoice
			name="freshness"
			label="Freshness"
			none="Any"
			values={FRESHNESS}
			labelOf={(freshness) => FRESHNESS_LABELS[freshness]}
			chosen={address.freshness}
		/>
		<fieldset>
			<legend className="mb-1.5 font-medium text-15">Period covered</legend>
			<div className="flex flex-wrap gap-3">
				<FilterDays labels={["From", "To"]} chosen={address} />
			</div>
		</fieldset>
	</FilterDialog>
);
