import { scanName } from "#contract/kinds/kinds.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";

import { PlumbProgress } from "#src/ui/plumb-progress.tsx";
import { remainingText } from "./number-text.ts";
import type { Numbers } from "./numbers.ts";

type Props = {
	running: Numbers["running"];
	/** The time left is counted from here, in milliseconds. */
	now: number;
	/** Samples have no detail screen. */
	linked: boolean;
};

function Item({ scan, now, linked }: { scan: ScanSummary; now: number; linked: boolean }) {
	const name = scanName(scan.kind);
	const left = remainingText(scan.estimatedAt, now);
	return (
		<li className="flex flex-wrap gap-4 border-line border-t py-3">
			<PlumbProgress percent={scan.progress} label={`${name} of ${scan.target}`} />
			<div className="min-w-0 grow basis-32 self-center">
				<p className="line-clamp-2 wrap-anywhere font-semibold text-15">
					{linked ? (
						<Link to={`/dashboard/scans/${scan.id}`} className="text-ink">
							{scan.target}
						</Link>
					) : (
						scan.target
					)}
				</p>
				<p className="text-13 text-quiet">
					{name}
					{" · "}
					{scan.status === "pending" ? "Waiting for its turn" : scan.step || "Starting"}
				</p>
			</div>
			<p className="flex-none self-center text-end text-15 tabular-nums">
				{scan.progress}
				<span className="text-13"> %</span>
				<span className="block text-13 text-quiet">{left}</span>
			</p>
		</li>
	);
}

/** Running and pending scans, newest first. */
export function RunningList({ running, now, linked }: Props) {
	const more = running.total - running.scans.length;
	return (
		<>
			<ul aria-label="Running now" className="border-line border-b">
				{running.scans.map((scan) => (
					<Item key={scan.id} scan={scan} now={now} linked={linked} />
				))}
			</ul>
			{more > 0 && (
				<p className="mt-3 text-15">
					<Link to="/dashboard/scans">{more === 1 ? "One more" : `${more} more`}</Link>
				</p>
			)}
		</>
	);
}
