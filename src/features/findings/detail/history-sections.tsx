import type { FindingDetail } from "#contract/findings/vulnerabilities.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { FindingStateBadge } from "../finding-state-badge.tsx";

/** The scans that checked for it, and whether they saw it. */
export function SightingsSection({ sightings }: Pick<FindingDetail, "sightings">) {
	return (
		<Section id="sightings" heading="Scans that checked">
			<ul className="text-15">
				{sightings.map(({ scanId, kind, at, seen, severity }) => (
					<li key={scanId} className="flex flex-wrap items-center gap-x-4 border-line border-t py-1">
						<Link to={`/dashboard/scans/${scanId}`} className="inline-flex min-h-11 items-center">
							{scanName(kind)}
						</Link>
						<time dateTime={at} className="tabular-nums">
							{timeText(at)}
						</time>
						{seen ? severity && <SeverityMark severity={severity} /> : <span>not seen</span>}
					</li>
				))}
			</ul>
		</Section>
	);
}

/** Verdicts, newest first. */
export function VerdictsSection({ verdicts }: Pick<FindingDetail, "verdicts">) {
	return (
		<Section id="verdicts" heading="Decisions">
			{verdicts.length === 0 ? (
				<p className="text-15">No decisions yet.</p>
			) : (
				<ol className="text-15">
					{verdicts.map(({ state, reason, until, saidAt }) => (
						<li key={`${saidAt} ${state}`} className="border-line border-t py-3">
							<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
								<FindingStateBadge state={state} />
								<time dateTime={saidAt} className="tabular-nums">
									{timeText(saidAt)}
								</time>
								{until && <span>until {dayText(until)}</span>}
							</p>
							{reason && <p className="wrap-anywhere mt-1 max-w-[62ch] whitespace-pre-line">{reason}</p>}
						</li>
					))}
				</ol>
			)}
		</Section>
	);
}
