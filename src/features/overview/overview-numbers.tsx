import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { FindingsPicture } from "./findings-picture.tsx";
import type { Numbers } from "./numbers.ts";
import { RunningList } from "./running-list.tsx";
import { Tiles } from "./tiles.tsx";

function Section({
	id,
	heading,
	sample,
	children,
}: {
	id: string;
	heading: string;
	sample: boolean;
	children: ReactNode;
}) {
	return (
		<section aria-labelledby={id} className="mt-10">
			<h2 id={id} className="mb-3 flex items-baseline justify-between gap-4 font-semibold text-20">
				{heading}
				{sample && <span className="font-normal text-13 text-quiet">Sample</span>}
			</h2>
			{children}
		</section>
	);
}

type Props = {
	numbers: Numbers;
	sample: boolean;
};

/** Four tiles, what runs, and the picture. */
export function OverviewNumbers({ numbers, sample }: Props) {
	if (numbers.overview.total === 0) return <FirstUse numbers={numbers} />;
	return (
		<>
			<Tiles overview={numbers.overview} />
			<Section id="running" heading="What is running now" sample={sample}>
				<RunningList running={numbers.running} now={numbers.now} linked={!sample} />
			</Section>
			<Section id="findings" heading="Findings by severity over time" sample={sample}>
				<FindingsPicture days={numbers.overview.days} now={numbers.now} />
			</Section>
		</>
	);
}

function FirstUse({ numbers }: { numbers: Numbers }) {
	return (
		<>
			<Tiles overview={numbers.overview} />
			<Section id="first-use" heading="No scans yet" sample={false}>
				<p className="max-w-[62ch] text-17">
					<Link to="/dashboard/scans">Choose a scan and give it a target.</Link> What it finds is counted here, and you
					can follow it while it runs. Without a connection it is saved on this device and goes out later.
				</p>
			</Section>
		</>
	);
}
