import type { RunResult, TestRun } from "#contract/controls/tests.ts";
import { timeText } from "#contract/format/time.ts";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

export const RESULT_LABELS: Readonly<Record<RunResult, string>> = {
	passed: "Passed",
	failed: "Failed",
	incomplete: "Incomplete",
};

const SHAPES: Record<RunResult, string> = {
	passed: "m1.5 6.5 3 3 6-7",
	failed: "M2.5 2.5l7 7M9.5 2.5l-7 7",
	incomplete: "M2 6h8",
};

/** The result of a run, as a word and a shape. */
export const ResultMark = ({ result }: { result: RunResult }) => (
	<span className="inline-flex items-center gap-1.5 whitespace-nowrap font-medium">
		<ShapeMark path={SHAPES[result]} />
		{RESULT_LABELS[result]}
	</span>
);

type Props = {
	test: string;
	/** Newest first. */
	runs: readonly TestRun[];
	/** Whether a run still waits on this device. */
	waiting: boolean;
};

/** The newest runs as a strip, the oldest first: a shape for each. */
export function RunStrip({ test, runs, waiting }: Props) {
	return (
		<ol aria-label={`Runs of ${test}, oldest first`} className="flex flex-wrap gap-1">
			{runs.toReversed().map(({ id, result, at, host }) => (
				<li
					key={id}
					data-result={result}
					title={`${RESULT_LABELS[result]}, ${timeText(at)}${host === "" ? "" : `, ${host}`}`}
					className={`grid size-6 place-items-center border ${result === "failed" ? "border-ink bg-ink text-paper" : result === "passed" ? "border-line-strong text-ink" : "border-line-strong border-dashed text-quiet"}`}
				>
					<ShapeMark path={SHAPES[result]} />
					<span className="sr-only">
						{RESULT_LABELS[result]}, {timeText(at)}
						{host !== "" && `, ${host}`}
					</span>
				</li>
			))}
			{waiting && (
				<li data-result="waiting" className="grid size-6 place-items-center border border-accent border-dashed">
					<span className="sr-only">A run is waiting to be sent</span>
				</li>
			)}
		</ol>
	);
}
