import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { StateBadge } from "#src/ui/state-badge.tsx";

/** Ink and shape, not severity colors: a state is not a severity. */
const SHAPES: Record<FindingState, string> = {
	open: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	fixed: "m1.5 6.5 3 3 6-7",
	"false-positive": "M2.5 2.5l7 7M9.5 2.5l-7 7",
	accepted: "M3 10.5v-9h6.5l-2 2.5 2 2.5H3",
};

/** A finding's state, as a label and a shape. */
export const FindingStateBadge = ({ state }: { state: FindingState }) => (
	<StateBadge state={state} label={STATE_LABELS[state]} path={SHAPES[state]} />
);
