import { type SubmitEvent, useState } from "react";
import {
	type ControlChange,
	type ControlDetail,
	type ControlState,
	movesOfControl,
} from "#contract/controls/controls.ts";
import { CONTROL_MOVE_LABELS, CONTROL_STATE_LABELS } from "#src/lib/controls/control-labels.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";
import { OwnerField } from "#src/lib/workspace/members/owner-field.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

type Asking = "owner" | "note" | "not-operating" | "retired";
type Say = (change: ControlChange["change"]) => Promise<boolean>;

function OwnerDialog({ control, say, onClose }: { control: ControlDetail; say: Say; onClose(): void }) {
	const before = control.owner?.accountId ?? null;
	const [owner, setOwner] = useState(before);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (owner === before || (await say({ owner }))) onClose();
	};
	return (
		<Modal title="Owner" subtitle={control.title} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<OwnerField id="control-owner" value={owner} now={control.owner} onOwner={setOwner} />
				<Button type="submit" variant="primary">
					Save
				</Button>
			</form>
		</Modal>
	);
}

/** What a person can do with a control, also offline. */
export function ControlActions({ control }: { control: ControlDetail }) {
	const { can } = useScope();
	const sayWord = useSay();
	const [asking, setAsking] = useState<Asking | null>(null);
	const { id, title, state, clientId } = control;
	const say: Say = (change) => sayWord({ kind: "control-change", body: { controlId: id, change } }, clientId);
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
			{asking === "owner" && <OwnerDialog control={control} say={say} onClose={close} />}
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
				<ReasonDialog
					title={CONTROL_STATE_LABELS[asking]}
					subtitle={title}
					label={asking === "retired" ? "Why is it retired?" : "Why is it not operating?"}
					hint="An auditor reads this."
					button={asking === "retired" ? "Retire it" : "Save"}
					limit={1_000}
					onReason={(reason) => say({ state: asking, reason })}
					onClose={close}
				/>
			)}
		</div>
	);
}
