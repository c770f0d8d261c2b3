import { Link } from "react-router-dom";
import { counted } from "#contract/format/count.ts";
import { placeText } from "#contract/format/place.ts";
import type { TrackedFinding } from "#contract/vulnerabilities.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { worseWords } from "./worse-words.ts";

type Props = {
	findings: readonly TrackedFinding[];
	/** Milliseconds. */
	now: number;
	/** Samples have no screen of their own. */
	linked: boolean;
};

/** How many are shown before the rest is only counted. */
const SHOWN = 5;

/** What was not there a week ago, or not as bad. */
export function WorseList({ findings, now, linked }: Props) {
	if (findings.length === 0) return <p className="text-15">Nothing new, reopened or more severe in the last 7 days.</p>;
	const more = findings.length - SHOWN;
	return (
		<>
			<ul aria-label="Got worse" className="border-line border-b">
				{findings.slice(0, SHOWN).map((finding) => (
					<li key={finding.fingerprint} className="border-line border-t py-3">
						<p className="flex flex-wrap items-baseline justify-between gap-x-4 text-13">
							<SeverityMark severity={finding.severity} />
							<span className="text-quiet">{worseWords(finding, now)}</span>
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
					<Link to="/dashboard/vulnerabilities?state=open">{counted(more, "more", "more")}, and all that is open</Link>
				</p>
			)}
		</>
	);
}
