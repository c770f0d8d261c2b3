import type { FindingState } from "#contract/vulnerabilities.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

/** Ink and shape, not severity colors: a state is not a severity. */
const SHAPES: Record<FindingState, string> = {
	open: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	fixed: "m1.5 6.5 3 3 6-7",
	"false-positive": "M2.5 2.5l7 7M9.5 2.5l-7 7",
	accepted: "M3 10.5v-9h6.5l-2 2.5 2 2.5H3",
};

/** A finding's state, as a label and a shape. */
export function StateBadge({ state }: { state: FindingState }) {
	return (
		<span
			data-state={state}
			className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-control border border-line-strong px-2 py-0.5 font-medium text-13 text-ink"
		>
			<ShapeMark path={SHAPES[state]} />
			{STATE_LABELS[state]}
		</span>
	);
}
