import { site } from "#src/config/site.ts";
import { sampleFindingOverview } from "#src/content/samples/sample-finding-overview.ts";
import { SAMPLE_NOW } from "#src/content/samples/sample-now.ts";
import { sampleHosts, sampleOverview } from "#src/content/samples/sample-overview.ts";
import { sampleScans } from "#src/content/samples/samples.ts";
import type { AccountView } from "#src/lib/data/account-view.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { usePrerendered } from "#src/ui/hooks/use-prerendered.ts";
import { Notice } from "#src/ui/page/notice.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { ClientsSection } from "./clients/clients-section.tsx";
import { ComplianceAnswers } from "./compliance/compliance-answers.tsx";
import { ComplianceSection } from "./compliance/compliance-section.tsx";
import type { Numbers } from "./numbers.ts";
import { OverviewContent } from "./overview-content.tsx";
import { TakeSection } from "./take/take-section.tsx";
import { TilesToCome } from "./tiles.tsx";
import { useOverview } from "./use-overview.ts";
import { WaitingSection } from "./waiting-section.tsx";

const ROWS = ["first", "second", "third"];

/** Placeholders while the overview loads, where its parts will be. */
function OverviewToCome() {
	return (
		<div aria-hidden="true">
			<p className="mb-3 font-semibold text-20">Do first</p>
			<ul className="mb-4 border-line lg:mb-8 lg:border-b">
				{ROWS.map((row) => (
					<li key={row} className="flex min-h-14 flex-col justify-center gap-2 border-line border-t">
						<span className="block h-4 w-48 max-w-full rounded-control bg-line" />
						<span className="block h-3 w-32 rounded-control bg-line" />
					</li>
				))}
			</ul>
			<TilesToCome />
		</div>
	);
}

export const meta = {
	title: `Overview | ${site.name}`,
	description: "What to do first, how many findings are open, and what is running now.",
	indexable: false,
} as const;

/** Addresses with their own prerendered document. Unknown addresses below /dashboard also show this page. */
export const paths = ["/dashboard", "/dashboard/overview"];

const active = sampleScans.filter(({ status }) => status === "running" || status === "pending");
const sampleNumbers: Numbers = {
	overview: sampleOverview,
	running: { scans: active, total: active.length },
	findings: sampleFindingOverview,
	hosts: sampleHosts,
	now: SAMPLE_NOW,
};

type Props = {
	view: AccountView<Numbers>;
	entries: readonly Entry[] | null;
	retry(): void;
};

function Body({ view, entries, retry }: Props) {
	const prerendered = usePrerendered();
	switch (view.status) {
		case "unknown":
			return (
				<>
					<div className="in-data-account:hidden">
						<OverviewContent numbers={sampleNumbers} entries={entries} sample />
					</div>
					{prerendered && (
						<div className="hidden in-data-account:block">
							<OverviewToCome />
						</div>
					)}
				</>
			);
		case "loading":
			return (
				<>
					<p role="status" className="sr-only">
						Loading your scans.
					</p>
					<OverviewToCome />
				</>
			);
		case "nothing-kept":
			return (
				<Notice>
					<p>Nothing is saved on this device yet. Your numbers will load when there is a connection.</p>
				</Notice>
			);
		case "failed":
			return (
				<Notice>
					<p role="alert">Your numbers could not be loaded. {view.why} Your scans are not affected.</p>
					<Button variant="secondary" onClick={retry}>
						Try again
					</Button>
				</Notice>
			);
		case "locked":
			return (
				<Notice>
					<p>Sign in again to see your numbers.</p>
				</Notice>
			);
		case "signed-out":
			return (
				<Notice>
					<p>Nothing is shown while you are signed out.</p>
				</Notice>
			);
		case "shown":
			return (
				<>
					<StaleNote readAt={view.readAt} why={view.stale} />
					<OverviewContent numbers={view.data} entries={entries} sample={false} />
				</>
			);
	}
}

export default function OverviewPage() {
	const { view, retry } = useOverview();
	const entries = useEntries();
	const { workspace, client, scope, archived } = useScope();
	return (
		<div className="frame pt-8 pb-16">
			<div className="mb-6 flex items-baseline justify-between gap-4">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Overview</h1>
				{view.status === "unknown" && <p className="text-13 text-quiet in-data-account:hidden">Sample</p>}
			</div>
			{archived && (
				<div className="mb-6">
					<RoleNote permission="work" what="start scans" />
				</div>
			)}
			{view.status === "shown" && <ComplianceAnswers />}
			{view.status !== "unknown" && client === null && hasClients(workspace) && <ClientsSection />}
			{view.status === "shown" && client !== null && scope.client !== null && <TakeSection />}
			{view.status === "shown" && <ComplianceSection />}
			<Body view={view} entries={entries} retry={retry} />
			{view.status !== "unknown" && view.status !== "shown" && <WaitingSection entries={entries} />}
		</div>
	);
}
