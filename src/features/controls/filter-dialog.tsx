import { CONTROL_STATES, type ControlSummary } from "#contract/controls/controls.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { useFrameworks } from "#src/lib/compliance/frameworks-api.ts";
import { CONTROL_STATE_LABELS } from "#src/lib/controls/control-labels.ts";
import { FilterModal } from "#src/lib/forms/filter-modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { type ControlsAddress, NOBODY, readAddress } from "./controls-address.ts";

type Props = {
	address: ControlsAddress;
	/** All of the client: what can be chosen follows from them. */
	controls: readonly ControlSummary[];
	onApply(address: ControlsAddress): void;
	onClose(): void;
};

/** The list's filter besides the tab and the search. */
export function FilterDialog({ address, controls, onApply, onClose }: Props) {
	const { nameOf } = useFrameworks();
	const owners = new Map(controls.flatMap(({ owner }) => (owner ? [[owner.accountId as string, owner.name]] : [])));
	const served = FRAMEWORK_IDS.filter((id) =>
		controls.some(({ requirements }) => requirements.some(({ framework }) => framework === id)),
	);
	return (
		<FilterModal
			title="Filter controls"
			onApply={(query) => onApply(readAddress(new URLSearchParams([...query].filter(([, value]) => value !== ""))))}
			onClear={() => onApply({ tab: address.tab, q: "" })}
			onClose={onClose}
		>
			<ChoiceField
				id="filter-state"
				name="state"
				label="State"
				none="All but retired"
				options={CONTROL_STATES.map((value) => ({ value, label: CONTROL_STATE_LABELS[value] }))}
				defaultValue={address.state ?? ""}
			/>
			<ChoiceField
				id="filter-owner"
				name="owner"
				label="Owner"
				none="Anyone"
				options={[{ value: NOBODY, label: "No owner" }, ...[...owners].map(([value, label]) => ({ value, label }))]}
				defaultValue={address.owner ?? ""}
			/>
			<ChoiceField
				id="filter-framework"
				name="framework"
				label="Serves"
				none="Any framework"
				options={served.map((value) => ({ value, label: nameOf(value) }))}
				defaultValue={address.framework ?? ""}
			/>
		</FilterModal>
	);
}
