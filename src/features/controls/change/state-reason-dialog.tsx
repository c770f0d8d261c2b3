import { CONTROL_STATE_LABELS } from "#contract/controls/controls.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";

/** A state that needs a reason. */
export type ReasonedState = "not-operating" | "retired";

type Props = {
	state: ReasonedState;
	/** The control, or how many there are. */
	subtitle: string;
	several?: boolean;
	/** Resolves to whether it was saved. */
	onReason(reason: string): Promise<boolean>;
	onClose(): void;
};

/** Asks why a control, or several, are retired or not operating. */
export function StateReasonDialog({ state, subtitle, several = false, onReason, onClose }: Props) {
	const verb = several ? "are they" : "is it";
	return (
		<ReasonDialog
			title={CONTROL_STATE_LABELS[state]}
			subtitle={subtitle}
			label={state === "retired" ? `Why ${verb} retired?` : `Why ${verb} not operating?`}
			hint="An auditor reads this."
			button={state === "retired" ? `Retire ${several ? "them" : "it"}` : "Save"}
			limit={1_000}
			onReason={onReason}
			onClose={onClose}
		/>
	);
}
