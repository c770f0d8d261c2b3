import { Link } from "react-router-dom";
import { dayText } from "#contract/format/time.ts";
import type { FindingOverview } from "#contract/vulnerabilities.ts";
import { dueText, endText } from "../due-text.ts";

type Props = {
	expiring: FindingOverview["expiring"];
	/** Milliseconds. */
	now: number;
	/** Samples have no detail screen. */
	linked: boolean;
};

/** What expires within 60 days or has expired, soonest first. */
export function ExpiringList({ expiring, now, linked }: Props) {
	if (expiring.length === 0) {
		return (
			<p className="text-15">No certificate, product support, verification or accepted risk expires within 60 days.</p>
		);
	}
	return (
		<ul aria-label="Expires soon" className="border-line border-b">
			{expiring.map((one) => (
				<li
					key={`${one.what} ${one.host} ${one.detail} ${one.on}`}
					className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t py-3"
				>
					<div className="min-w-0">
						<p className="wrap-anywhere font-semibold text-15">
							{linked ? (
								<Link
									to={one.what === "accepted-risk" ? "/dashboard/vulnerabilities?state=accepted" : "/dashboard/assets"}
									className="text-ink"
								>
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
