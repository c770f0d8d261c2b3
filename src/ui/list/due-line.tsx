import type { ReactNode } from "react";
import { ShapeMark } from "../shape-mark.tsx";

const CLOCK = "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1";

/** When something is due; with a clock once that day has passed. */
export const DueLine = ({ overdue, children }: { overdue: boolean; children: ReactNode }) => (
	<span className={overdue ? "inline-flex items-center gap-1 font-semibold text-ink" : ""}>
		{overdue && <ShapeMark path={CLOCK} />}
		{children}
	</span>
);
