import {
	CONTROL_STATE_LABELS,
	CONTROL_STATES,
	type ControlChange,
	type ControlState,
	type ControlSummary,
	movesOfControl,
	needsReason,
} from "#contract/controls/controls.ts";
import type { AccountId } from "#contract/ids.ts";

/** What is changed about several controls at once. */
export type BulkChange = { owner: AccountId | null } | { state: ControlState; reason?: string };

/** The key of each state, while the focus is in the list. */
export const STATE_KEYS: Readonly<Record<ControlState, string>> = {
	operating: "o",
	"not-operating": "n",
	retired: "r",
	planned: "p",
};
export const OWNER_KEY = "a";

type Changeable = Pick<ControlSummary, "state" | "owner">;

/** The controls that the change would change. The others have it already, or cannot move there from their state. */
export const changedBy = <C extends Changeable>(controls: readonly C[], change: BulkChange): C[] =>
	controls.filter(({ state, owner }) =>
		"owner" in change ? (owner?.accountId ?? null) !== change.owner : movesOfControl(state).includes(change.state),
	);

/** The states that at least one of the controls can move to. */
export const movesOfAll = (controls: readonly Changeable[]): ControlState[] =>
	CONTROL_STATES.filter((to) => controls.some(({ state }) => movesOfControl(state).includes(to)));

/** What brings a control back to where it was before the change. */
export function backTo(before: Changeable, change: BulkChange): ControlChange["change"] {
	if ("owner" in change) return { owner: before.owner?.accountId ?? null };
	return {
		state: before.state,
		from: change.state,
		...(needsReason(before.state) && { reason: `“${CONTROL_STATE_LABELS[change.state]}” was undone.` }),
	};
}
