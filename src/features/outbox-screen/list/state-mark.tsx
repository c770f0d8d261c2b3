import type { Entry } from "#src/requests/entry.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

/** Ink and shape instead of a severity's color: a request is not a finding. */
const SHAPES: Record<Entry["status"], string> = {
	queued: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1",
	sending: "M1 6h9.5M7 2.5 10.5 6 7 9.5",
	held: "M3.5 1.5v9M8.5 1.5v9",
	rejected: "m2 2 8 8M10 2l-8 8",
	accepted: "m1.5 6.5 3 3 6-7",
};

/** An entry's state, as word and shape. */
export function StateMark({ status, label }: { status: Entry["status"]; label: string }) {
	return (
		<span className="inline-flex items-center gap-1.5 font-semibold text-ink">
			<ShapeMark path={SHAPES[status]} />
			{label}
		</span>
	);
}
