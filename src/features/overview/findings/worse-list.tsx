import type { TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import { placeText } from "#contract/format/place.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { worseReason } from "../worse-reason.ts";

type Props = {
	findings: readonly TrackedFinding[];
	/** Milliseconds. */
	now: number;
	/** Samples have no detail screen. */
	linked: boolean;
};

/** How many are listed; the rest is counted. */
const SHOWN = 5;

/** What is new or more severe than a week ago. */
export function WorseList({ findings, now, linked }: Props) {
	const more = findings.length - SHOWN;
	return (
		<>
			<ul aria-label="Got worse" className="border-line border-b">
				{findings.slice(0, SHOWN).map((finding) => (
					<li key={finding.fingerprint} className="border-line border-t py-3">
						<p className="flex flex-wrap items-baseline justify-between gap-x-4 text-13">
							<SeverityMark severity={finding.severity} />
							<span className="text-quiet">{worseReason(finding, now)}</span>
						</p>
						<p className="wrap-anywhere mt-1 font-semibold text-15">
							{linked ? (
								<Link to={`/dashboard/vulnerabilities/${finding.fingerprint}`} className="text-ink">
									{finding.title}
								</Link>
							) : (
								finding.title
							)}
						</p>
						<p className="wrap-anywhere line-clamp-2 font-mono text-13">
							<bdi>{placeText(finding.location)}</bdi>
						</p>
					</li>
				))}
			</ul>
			{more > 0 && (
				<p className="mt-3 text-15">
					<Link to="/dashboard/vulnerabilities?state=open">{more} more. See all open findings</Link>
				</p>
			)}
		</>
	);
}
