import { CONTROL_STATE_LABELS, CONTROL_STATES, type ControlSummary, servedBy } from "#contract/controls/controls.ts";
import { useFrameworks } from "#src/lib/compliance/frameworks-api.ts";
import { FilterChoice, FilterDialog } from "#src/lib/data/lists/filter-dialog.tsx";
import { type ControlsAddress, NOBODY, readAddress } from "./controls-address.ts";

type Props = {
	address: ControlsAddress;
	/** All of the client's controls: the choices are derived from them. */
	controls: readonly ControlSummary[];
	onApply(address: ControlsAddress): void;
	onClose(): void;
};

/** The list's filter besides the tab and the search. */
export function ControlFilterDialog({ address, controls, onApply, onClose }: Props) {
	const { ids, nameOf } = useFrameworks();
	const owners = new Map(controls.flatMap(({ owner }) => (owner ? [[owner.accountId as string, owner.name]] : [])));
	const named = new Set(controls.flatMap((control) => servedBy(control).map(({ framework }) => framework)));
	const served = ids.filter((id) => named.has(id));
	return (
		<FilterDialog
			what="controls"
			onApply={(query) => onApply(readAddress(query))}
			onClear={() => onApply({ tab: address.tab, q: "" })}
			onClose={onClose}
		>
			<FilterChoice
				name="state"
				label="State"
				none="All but retired"
				values={CONTROL_STATES}
				labelOf={(state) => CONTROL_STATE_LABELS[state]}
				chosen={address.state}
			/>
			<FilterChoice
				name="owner"
				label="Owner"
				none="Anyone"
				values={[NOBODY, ...owners.keys()]}
				labelOf={(id) => owners.get(id) ?? "No owner"}
				chosen={address.owner}
			/>
			<FilterChoice
				name="framework"
				label="Serves"
				none="Any framework"
				values={served}
				labelOf={nameOf}
				chosen={address.framework}
			/>
		</FilterDialog>
	);
}
