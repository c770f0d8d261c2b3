import type { StatusFilter } from "#contract/scans/scan-query.ts";

/**
 * `active`: a kind of scan or a schedule that is switched on. `cancelling`: until the server has canceled it. `generating`: a report.
 * `paused` and `done`: a schedule.
 */
export type Status = StatusFilter | "active" | "cancelling" | "generating" | "paused" | "done";

/** Each status's word and shape: ink only, so none looks like a severity. */
const LOOKS: Record<Status, { word: string; path: string; filled?: true }> = {
	active: { word: "active", path: "M2 6h8M6 2v8" },
	running: { word: "Running", path: "M3 1.5 10 6 3 10.5z", filled: true },
	pending: { word: "Pending", path: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l2 1.5" },
	completed: { word: "Completed", path: "M1.5 6.5 4.5 9.5 10.5 2.5" },
	failed: { word: "Failed", path: "M2.5 2.5l7 7M9.5 2.5l-7 7" },
	cancelled: { word: "Cancelled", path: "M2 2h8v8H2z" },
	cancelling: { word: "Cancelling", path: "M2 2h8v8H2zM4 6h4" },
	paused: { word: "Paused", path: "M4 2v8M8 2v8" },
	done: { word: "Done", path: "M1.5 6.5 4.5 9.5 10.5 2.5" },
	generating: { word: "Generating", path: "M2.5 1.5H7L9.5 4v6.5h-7zM4.5 7h3" },
};

/** The status of a scan or a report, as a word and a shape. `plain`: without a frame, for dense rows. */
export function StatusBadge({ status, plain = false }: { status: Status; plain?: boolean }) {
	const { word, path, filled } = LOOKS[status];
	return (
		<span
			data-status={status}
			className={`inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-13 text-ink capitalize ${plain ? "" : "rounded-control border border-line-strong px-2 py-0.5"}`}
		>
			<svg
				viewBox="0 0 12 12"
				aria-hidden="true"
				className="size-3 flex-none"
				fill={filled ? "currentColor" : "none"}
				stroke="currentColor"
				strokeWidth={1.5}
				strokeLinejoin="round"
				strokeLinecap="round"
			>
				<path d={path} />
			</svg>
			{word}
		</span>
	);
}
