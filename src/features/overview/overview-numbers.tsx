import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Numbers } from "./numbers.ts";
import { OverviewSection } from "./overview-section.tsx";
import { FindingsPicture } from "./pictures/findings-picture.tsx";
import { RunningList } from "./running-list.tsx";
import { Tiles } from "./tiles.tsx";
import { WaitingSection } from "./waiting-section.tsx";

type Props = {
	numbers: Numbers;
	sample: boolean;
	/** The findings, which are loaded separately. */
	findings: ReactNode;
};

/** Four tiles, running scans, the outbox, the findings, and the chart of past scans. */
export function OverviewNumbers({ numbers, sample, findings }: Props) {
	if (numbers.overview.total === 0) return <FirstUse numbers={numbers} />;
	return (
		<>
			<Tiles overview={numbers.overview} />
			<div className="grid gap-x-10 lg:grid-cols-2">
				<OverviewSection id="running" heading="What is running now" sample={sample}>
					<RunningList running={numbers.running} now={numbers.now} linked={!sample} />
				</OverviewSection>
				<WaitingSection />
			</div>
			{findings}
			<OverviewSection id="findings" heading="Findings by severity over time" sample={sample}>
				<FindingsPicture days={numbers.overview.days} now={numbers.now} />
			</OverviewSection>
		</>
	);
}

function FirstUse({ numbers }: { numbers: Numbers }) {
	return (
		<>
			<Tiles overview={numbers.overview} />
			<OverviewSection id="first-use" heading="No scans yet" sample={false}>
				<p className="max-w-[62ch] text-17">
					<Link to="/dashboard/scans">Choose a scan and give it a target.</Link> What it finds is counted here, and you
					can follow it while it runs. Without a connection, the request is saved on this device and sent later.
				</p>
			</OverviewSection>
			<WaitingSection />
		</>
	);
}
