import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";
import { dayText } from "#contract/format/time.ts";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { endText } from "../due-text.ts";

type Ending = FindingOverview["expiring"][number];

/** Where to act on it: a risk whose last day has passed is open again. */
function pathTo({ what, host, detail, on }: Ending, now: number): string {
	if (what !== "accepted-risk") return `/dashboard/assets?${new URLSearchParams({ q: host })}`;
	const state = daysUntil(on, now) < 0 ? "open" : "accepted";
	return `/dashboard/vulnerabilities?${new URLSearchParams({ state, q: detail })}`;
}

type Props = {
	label: string;
	endings: readonly Ending[];
	/** Milliseconds. */
	now: number;
	/** Samples have no detail screen. */
	linked: boolean;
};

/** What has expired, or will. */
export function EndingList({ label, endings, now, linked }: Props) {
	return (
		<ul aria-label={label} className="border-line border-b">
			{endings.map((one) => (
				<li
					key={`${one.what} ${one.host} ${one.detail} ${one.on}`}
					className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t py-3"
				>
					<div className="min-w-0">
						<p className="wrap-anywhere font-semibold text-15">
							{linked ? (
								<Link to={pathTo(one, now)} className="text-ink">
									{endText(one, now)}
								</Link>
							) : (
								endText(one, now)
							)}
						</p>
						<p className="wrap-anywhere font-mono text-13">
							<bdi>{one.host}</bdi>
						</p>
					</div>
					<p className="text-15 tabular-nums">
						{dueText(one.on, now)}
						<span className="ms-2 text-13 text-quiet">
							<time dateTime={one.on}>{dayText(one.on)}</time>
						</span>
					</p>
				</li>
			))}
		</ul>
	);
}
