import { daysUntil } from "#src/lib/days/due-days.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { EndingList } from "./findings/ending-list.tsx";
import { WorseList } from "./findings/worse-list.tsx";
import { HostsSection } from "./hosts-section.tsx";
import type { Numbers } from "./numbers.ts";
import { OverviewSection } from "./overview-section.tsx";
import { pictureOf } from "./pictures/picture.ts";
import { TrendPicture } from "./pictures/trend-picture.tsx";
import { RunningList } from "./running-list.tsx";
import { Tiles } from "./tiles.tsx";
import { WaitingSection } from "./waiting-section.tsx";
import { whatNow } from "./what-now.ts";
import { WhatNowList } from "./what-now-list.tsx";

type Props = {
	numbers: Numbers;
	/** What this device still has to send; null until it is read. */
	entries: readonly Entry[] | null;
	sample: boolean;
};

/** What to do first, then the numbers, then the other sections. Empty sections are not shown. */
export function OverviewContent({ numbers, entries, sample }: Props) {
	const { can } = useScope();
	const { overview, running, findings, hosts, now } = numbers;
	const ended = findings.expiring.filter(({ on }) => daysUntil(on, now) < 0);
	const ending = findings.expiring.filter(({ on }) => daysUntil(on, now) >= 0);
	const picture = pictureOf(findings.trend);
	// What waits on this device is not a sample.
	const todos = whatNow({ overview, findings, hosts, entries: sample ? [] : entries, now, can });
	return (
		<>
			<OverviewSection id="first" heading="Do first" sample={sample} leads>
				<WhatNowList todos={todos} linked={!sample} startable={!sample && can("work")} />
			</OverviewSection>
			<div className="mt-4 lg:mt-8">
				<Tiles overview={overview} open={findings.open} />
			</div>
			<div className="grid gap-x-10 lg:grid-cols-2">
				{running.total > 0 && (
					<OverviewSection id="running" heading="Running now" sample={sample}>
						<RunningList running={running} now={now} linked={!sample} />
					</OverviewSection>
				)}
				<WaitingSection entries={entries} />
				{hosts.length > 0 && <HostsSection hosts={hosts} sample={sample} />}
				{findings.worse.length > 0 && (
					<OverviewSection id="worse" heading="What got worse" sample={sample}>
						<WorseList findings={findings.worse} now={now} linked={!sample} />
					</OverviewSection>
				)}
				{findings.expiring.length > 0 && (
					<div className="min-w-0">
						{ended.length > 0 && (
							<OverviewSection id="ended" heading="Already ended" sample={sample}>
								<EndingList label="Already ended" endings={ended.toReversed()} now={now} linked={!sample} />
							</OverviewSection>
						)}
						{ending.length > 0 && (
							<OverviewSection id="ending" heading="Within 90 days" sample={sample}>
								<EndingList label="Within 90 days" endings={ending} now={now} linked={!sample} />
							</OverviewSection>
						)}
					</div>
				)}
			</div>
			{picture && (
				<OverviewSection id="trend" heading="Open findings, last 30 days" sample={sample}>
					<TrendPicture picture={picture} days={findings.trend} />
				</OverviewSection>
			)}
		</>
	);
}
