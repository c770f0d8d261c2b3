import type { EvidenceState } from "#contract/evidence/state.ts";
import { StateBadge } from "#src/ui/state-badge.tsx";
import { EVIDENCE_STATE_LABELS } from "./evidence-labels.ts";

const SHAPES: Record<EvidenceState, string> = {
	draft: "M2 10.5 2.5 8 8.5 2l1.5 1.5-6 6z",
	submitted: "M1 6c2-3.5 8-3.5 10 0-2 3.5-8 3.5-10 0zM6 5v2",
	accepted: "m1.5 6.5 3 3 6-7",
	returned: "M4.5 2 1.5 5l3 3M1.5 5H8a2.5 2.5 0 0 1 0 5H5.5",
	withdrawn: "M2.5 2.5l7 7M9.5 2.5l-7 7",
	superseded: "M1.5 3.5h6v6h-6zM4.5 3.5v-2h6v6h-3",
};

/** The review state of a piece of evidence, as a word and a shape. */
export const EvidenceStateBadge = ({ state }: { state: EvidenceState }) => (
	<StateBadge state={state} label={EVIDENCE_STATE_LABELS[state]} path={SHAPES[state]} />
);
