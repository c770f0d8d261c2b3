import { useState } from "react";
import {
	type ControlChange,
	type ControlDetail,
	type ControlState,
	movesOfControl,
} from "#contract/controls/controls.ts";
import { CONTROL_MOVE_LABELS } from "#src/lib/controls/control-labels.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { OwnerDialog } from "../change/owner-dialog.tsx";
import { StateReasonDialog } from "../change/state-reason-dialog.tsx";

type Asking = "owner" | "note" | "not-operating" | "retired";
type Say = (change: ControlChange["change"]) => Promise<boolean>;

/** What a person can do with a control, also offline. */
export function ControlActions({ control }: { control: ControlDetail }) {
	const { can } = useScope();
	const sayWord = useSay();
	const [asking, setAsking] = useState<Asking | null>(null);
	const { id, title, state, clientId } = control;
	const say: Say = (change) => sayWord({ kind: "control-change", body: { controlId: id, change } }, clientId);
	const before = control.owner?.accountId ?? null;
	const close = () => setAsking(null);
	const move = (to: ControlState) => {
		if (to === "not-operating" || to === "retired") setAsking(to);
		else void say({ state: to });
	};
	if (!can("work")) {
		return (
			<div className="mt-4">
				<RoleNote permission="work" what="change controls" />
			</div>
		);
	}
	return (
		<div className="mt-3 flex flex-wrap gap-x-5 print:hidden">
			<TextButton aria-haspopup="dialog" onClick={() => setAsking("owner")}>
				Change owner
			</TextButton>
			{movesOfControl(state).map((to) => (
				<TextButton key={to} onClick={() => move(to)}>
					{CONTROL_MOVE_LABELS[to]}
				</TextButton>
			))}
			<TextButton aria-haspopup="dialog" onClick={() => setAsking("note")}>
				Add a note
			</TextButton>
			{asking === "owner" && (
				<OwnerDialog
					subtitle={title}
					first={before}
					now={control.owner}
					onOwner={async (owner) => owner === before || (await say({ owner }))}
					onClose={close}
				/>
			)}
			{asking === "note" && (
				<ReasonDialog
					title="Add a note"
					subtitle={title}
					label="Note"
					hint="Kept with the control, with your name and the time."
					button="Add"
					limit={2_000}
					onReason={(note) => say({ note })}
					onClose={close}
				/>
			)}
			{(asking === "not-operating" || asking === "retired") && (
				<StateReasonDialog
					state={asking}
					subtitle={title}
					onReason={(reason) => say({ state: asking, reason })}
					onClose={close}
				/>
			)}
		</div>
	);
}
