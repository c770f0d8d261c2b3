import { clockText, timeText } from "#contract/format/time.ts";
import type { TimelineItem } from "#contract/scans/scans.ts";
import { Bob } from "#src/ui/page/bob.tsx";

const LABELS: Record<TimelineItem["what"], string> = {
	accepted: "Requested",
	started: "Started",
	step: "",
	"taken-back": "Restarted: the worker that ran it stopped responding",
	completed: "Completed",
	failed: "Failed",
	cancelled: "Cancelled",
};

/** Events, oldest first, along the plumb line; the bob hangs at the current one. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
	return (
		<ol>
			{items.map(({ at, what, text, progress }, index) => {
				const last = index === items.length - 1;
				return (
					<li key={`${at} ${what} ${text}`} className="flex gap-4">
						<span aria-hidden="true" className="flex w-3 flex-none flex-col items-center">
							<span className={`w-0 border-line-strong border-s ${last ? "h-1" : "grow"}`} />
							{last && <Bob className="w-3" />}
						</span>
						<p className="wrap-anywhere grow pb-3 text-15">
							{text || LABELS[what]}
							<span className="block text-13 text-quiet tabular-nums">
								<time dateTime={at} title={timeText(at)}>
									{clockText(at)}
								</time>
								{what === "step" && ` · ${progress} %`}
							</span>
						</p>
					</li>
				);
			})}
		</ol>
	);
}
