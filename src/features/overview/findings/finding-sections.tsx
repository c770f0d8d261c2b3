import type { ReactNode } from "react";
import type { FindingOverview } from "#contract/vulnerabilities.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Button } from "#src/ui/button.tsx";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { OverviewSection } from "../overview-section.tsx";
import { TrendPicture } from "../pictures/trend-picture.tsx";
import { ExpiringList } from "./expiring-list.tsx";
import { useFindingOverview } from "./use-finding-overview.ts";
import { WorseList } from "./worse-list.tsx";

type Props = {
	findings: FindingOverview;
	/** Milliseconds: when it was read. */
	now: number;
	sample: boolean;
};

/** What got worse, what expires soon, and how many findings are open over time. */
export function FindingSections({ findings, now, sample }: Props) {
	return (
		<>
			<div className="grid gap-x-10 lg:grid-cols-2">
				<OverviewSection id="worse" heading="What got worse" sample={sample}>
					<WorseList findings={findings.worse} now={now} linked={!sample} />
				</OverviewSection>
				<OverviewSection id="expiring" heading="What expires soon" sample={sample}>
					<ExpiringList expiring={findings.expiring} now={now} linked={!sample} />
				</OverviewSection>
			</div>
			<OverviewSection id="trend" heading="Open findings, last 30 days" sample={sample}>
				<TrendPicture trend={findings.trend} />
			</OverviewSection>
		</>
	);
}

const Place = ({ children }: { children: ReactNode }) => (
	<OverviewSection id="open-findings" heading="Open findings" sample={false}>
		{children}
	</OverviewSection>
);

/** The same for the known account, in every state. If nothing can be shown, the section above says why. */
export function OwnFindings() {
	const { view, retry } = useFindingOverview();
	const online = useOnline();
	switch (view.status) {
		case "loading":
			return (
				<Place>
					<p role="status" className="sr-only">
						Loading your findings.
					</p>
					<RowsToCome />
				</Place>
			);
		case "nothing-kept":
			return (
				<Place>
					<p className="text-15">
						Your findings are not saved on this device. They will load when there is a connection.
					</p>
				</Place>
			);
		case "failed":
			return (
				<Place>
					<div className="grid justify-items-start gap-4 text-15">
						<p role="alert">Your findings could not be loaded. {view.why}</p>
						<Button variant="secondary" onClick={retry}>
							Try again
						</Button>
					</div>
				</Place>
			);
		case "unknown":
		case "locked":
		case "signed-out":
			return null;
		case "shown":
			return (
				<>
					<FindingSections findings={view.data} now={view.readAt} sample={false} />
					{/* Without a connection the whole page is old, and its head says so. */}
					{online && (
						<div className="mt-6">
							<StaleNote readAt={view.readAt} why={view.stale} />
						</div>
					)}
				</>
			);
	}
}
