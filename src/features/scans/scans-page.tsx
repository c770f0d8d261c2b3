import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { scanName } from "#contract/kinds/kinds.ts";
import { SCAN_CSV_HEAD, scanCsvLine } from "#contract/scans/scan-csv.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ExportDialog } from "#src/lib/data/files/export-dialog.tsx";
import { FilterButton } from "#src/lib/data/lists/filter-button.tsx";
import { countOf } from "#src/lib/data/lists/list-view.ts";
import { SAMPLES_EXPORTED, sampleFile } from "#src/lib/scans/sample-file.ts";
import { filterCount } from "#src/lib/scans/scan-filter.ts";
import { enginesQuery, exportUrl } from "#src/lib/scans/scans-api.ts";
import { useScanActions } from "#src/lib/scans/use-scan-actions.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { LaunchForm } from "./launch/launch-form.tsx";
import { type Engines, Launchers, requestsOf } from "./launch/launchers.tsx";
import { useLaunch } from "./launch/use-launch.ts";
import { useSharedTarget } from "./launch/use-shared-target.ts";
import { ListPanel } from "./list/list-panel.tsx";
import { ScanFilterDialog } from "./list/scan-filter-dialog.tsx";
import { useScanList } from "./list/use-scan-list.ts";
import { readAddress, writeAddress } from "./scans-address.ts";
import { ScheduledPanel } from "./schedules/scheduled-panel.tsx";
import { useSchedules } from "./schedules/use-schedules.ts";

export const meta = {
	title: `Security Scans | ${site.name}`,
	description: "Start security scans and follow them.",
	indexable: false,
} as const;

const SCAN_CSV = { head: SCAN_CSV_HEAD, line: scanCsvLine };

function useEngines(): Engines {
	const known = useAccount().status === "known";
	const { data } = useQuery({ ...enginesQuery, enabled: known });
	return !known ? "sample" : (data?.engines ?? "unknown");
}

const noticeOf = (notice: string | null) =>
	notice && <p className="my-3 border-accent border-s-4 ps-4 text-15">{notice}</p>;

export default function ScansPage() {
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab, filter } = address;
	const { pathname } = useLocation();
	useScanEvents();
	const { scope, can } = useScope();
	const launch = useLaunch();
	useSharedTarget(launch);
	const actions = useScanActions();
	const engines = useEngines();
	const active = useScanList(useMemo(() => ({ ...filter, phase: "active" as const }), [filter]));
	const history = useScanList(useMemo(() => ({ ...filter, phase: "finished" as const }), [filter]));
	const schedules = useSchedules();
	const [dialog, setDialog] = useState<"filter" | "export" | null>(null);
	const launchers = useRef<HTMLElement>(null);
	const sample = active.view.status === "samples";
	const filtered = filterCount(filter);
	const shown = tab === "active" ? active : history;
	const samples = shown.view.status === "samples" ? shown.view.items : null;
	const clear = () => go(({ tab }) => ({ tab, filter: {} }));

	return (
		<div className="frame pt-4 pb-16 md:pt-6">
			<div className="mb-2 flex items-baseline md:mb-3 justify-between gap-4">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Security Scans</h1>
				{sample && <p className="text-13 text-quiet in-data-account:hidden">Sample</p>}
			</div>
			<section ref={launchers} aria-label="Start a scan" className="print:hidden">
				{can("work") ? (
					<Launchers engines={engines} onRun={launch.run} />
				) : (
					<RoleNote permission="work" what="start scans" />
				)}
				<div role="status">{noticeOf(launch.notice)}</div>
			</section>
			<div className="mt-2 md:mt-4">
				<Tabs
					label="Scans"
					selected={tab}
					onSelect={(name) => go((now) => ({ ...now, tab: name }))}
					tabs={[
						{ name: "active", label: "Active Scans", count: countOf(active.view) },
						{ name: "history", label: "Scan History", count: countOf(history.view) },
						{ name: "scheduled", label: "Scheduled", count: schedules.count },
					]}
				>
					{tab === "scheduled" ? (
						<ScheduledPanel list={schedules.list} onStart={() => launchers.current?.querySelector("button")?.focus()} />
					) : (
						<>
							<div className="mt-2 flex flex-wrap items-center justify-end gap-3 print:hidden">
								{filtered > 0 && (
									<Button variant="plain" dense onClick={clear}>
										Clear
									</Button>
								)}
								<FilterButton chosen={filtered} dense onOpen={() => setDialog("filter")} />
								<Button variant="secondary" dense aria-haspopup="dialog" onClick={() => setDialog("export")}>
									Export
								</Button>
							</div>
							<ListPanel
								key={tab}
								label={tab === "active" ? "Active scans" : "Finished scans"}
								list={shown}
								actions={actions}
								filtered={filtered}
								empty={
									tab === "active"
										? `Nothing is running.${can("work") ? " Choose a scan above and enter a target." : ""}`
										: "No scan has finished yet. Finished scans appear here."
								}
								onClear={clear}
							/>
						</>
					)}
				</Tabs>
			</div>
			{launch.open && (
				<Modal
					key={launch.open.kind}
					title="Configure Scan"
					subtitle={scanName(launch.open.kind)}
					busy={launch.busy}
					onClose={launch.close}
				>
					<LaunchForm
						kind={launch.open.kind}
						requests={requestsOf(launch.open.kind, engines)}
						form={launch.open.form}
						loginPath={`/auth/login?next=${encodeURIComponent(pathname)}`}
						onClose={launch.close}
					/>
				</Modal>
			)}
			{dialog === "filter" && (
				<ScanFilterDialog
					filter={filter}
					onClose={() => setDialog(null)}
					onApply={(next) => {
						setDialog(null);
						go(({ tab }) => ({ tab, filter: next }));
					}}
				/>
			)}
			{dialog === "export" && (
				<ExportDialog
					title="Export scans"
					what={
						samples ? SAMPLES_EXPORTED : "All scans in this tab that match the filter, including those not loaded yet."
					}
					from={
						samples
							? { at: "device", name: "scans-sample", text: (format) => sampleFile(SCAN_CSV, samples, format) }
							: {
									at: "server",
									href: (format) =>
										exportUrl(
											tab === "scheduled" ? filter : { ...filter, phase: tab === "active" ? "active" : "finished" },
											format,
											scope,
										),
								}
					}
					onClose={() => setDialog(null)}
				/>
			)}
		</div>
	);
}
