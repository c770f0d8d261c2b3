import { useMemo, useState } from "react";
import { FINDING_CSV } from "#contract/finding-csv.ts";
import { counted } from "#contract/format/count.ts";
import type { FindingState, TrackedFinding } from "#contract/vulnerabilities.ts";
import { site } from "#src/config/site.ts";
import { ExportDialog } from "#src/lib/data/export-dialog.tsx";
import { ListPanel } from "#src/lib/data/list-panel.tsx";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { findingsExportUrl } from "#src/lib/findings/findings-api.ts";
import { sampleFile } from "#src/lib/scans/sample-file.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { Button } from "#src/ui/button.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { FilterDialog } from "./list/filter-dialog.tsx";
import { FindingRow } from "./list/finding-row.tsx";
import { type FindingsAddress, filterCount, filterOf, readAddress, writeAddress } from "./list/findings-address.ts";
import { useChosen } from "./list/use-chosen.ts";
import { useFindingList } from "./list/use-finding-list.ts";
import { useNeighborFocus } from "./list/use-neighbor-focus.ts";
import { useGiveVerdict } from "./verdicts/use-give-verdict.tsx";
import { VerdictButtons } from "./verdicts/verdict-buttons.tsx";
import { WaitingNote } from "./verdicts/waiting-note.tsx";

export const meta = {
	title: `Vulnerabilities | ${site.name}`,
	description: "What your scans have found over time: what is open, what is fixed, and what was decided.",
	indexable: false,
} as const;

const EMPTY: Record<FindingsAddress["tab"], string> = {
	open: "Nothing open. New findings appear here until they are fixed or reviewed.",
	fixed: "Nothing has been fixed yet.",
	accepted: "No accepted risks.",
	"false-positive": "No false positives.",
	all: "Nothing found yet. New findings appear here.",
};

const TABS = ["open", "fixed", "accepted", "false-positive", "all"] as const;

const keyOf = ({ fingerprint }: TrackedFinding) => fingerprint;
const aboutOf = ({ title, location }: TrackedFinding) => `${title} on ${location.host}`;
const NONE: readonly TrackedFinding[] = [];

export default function VulnerabilitiesPage() {
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab, filter } = address;
	useScanEvents();
	const list = useFindingList(useMemo(() => filterOf(address), [address]));
	const verdicts = useGiveVerdict();
	const [dialog, setDialog] = useState<"filter" | "export" | null>(null);
	const { view, states } = list;
	const items = view.status === "shown" ? view.items : NONE;
	const listed = useMemo(() => items.map(keyOf), [items]);
	const chosen = useChosen(
		useMemo(() => listed.filter((one) => !verdicts.waiting.has(one)), [listed, verdicts.waiting]),
	);
	const leaving = useNeighborFocus(listed, verdicts.isAsking);
	const samples = view.status === "samples" ? view.items : null;
	const filtered = filterCount(filter);
	const clear = () => go(({ tab }) => ({ tab, filter: {} }));
	const countIn = (name: FindingsAddress["tab"]) =>
		states && (name === "all" ? Object.values(states).reduce((sum, count) => sum + count, 0) : states[name]);

	const give = (state: FindingState, finding: TrackedFinding) => {
		leaving(finding.fingerprint);
		verdicts.give(state, { fingerprints: [finding.fingerprint], about: aboutOf(finding) });
	};
	return (
		<div className="frame pt-8 pb-16">
			<div className="mb-6 flex items-baseline justify-between gap-4">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Vulnerabilities</h1>
				{samples && <p className="text-13 text-quiet in-data-account:hidden">Sample</p>}
			</div>
			<div className="mb-3 flex flex-wrap items-end gap-3 print:hidden">
				<search className="min-w-0 grow basis-64">
					<SearchField
						id="findings-search"
						label="Search"
						placeholder="Title, rule, host or parameter"
						value={filter.q ?? ""}
						onSearch={(q) =>
							go(({ tab, filter: { q: _, ...rest } }) => ({ tab, filter: q === "" ? rest : { ...rest, q } }))
						}
					/>
				</search>
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog("filter")}>
					Filter
					{filtered > 0 && (
						<span className="ms-2 text-13 tabular-nums">
							{filtered}
							<span className="sr-only"> chosen</span>
						</span>
					)}
				</Button>
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog("export")}>
					Export
				</Button>
				{filtered > 0 && (
					<Button variant="plain" onClick={clear}>
						Clear
					</Button>
				)}
			</div>
			<Tabs
				label="Vulnerabilities"
				selected={tab}
				onSelect={(name) => go((now) => ({ ...now, tab: name }))}
				tabs={TABS.map((name) => ({
					name,
					label: name === "all" ? "All" : STATE_LABELS[name],
					count: countIn(name),
				}))}
			>
				<ListPanel
					key={tab}
					label="Findings"
					noun={{ one: "vulnerability", many: "vulnerabilities" }}
					list={list}
					keyOf={keyOf}
					filtered={filtered}
					empty={EMPTY[tab]}
					onClear={clear}
					rowHeight={150}
					row={(finding, isSample) => {
						const waiting = verdicts.waiting.get(finding.fingerprint);
						return (
							<FindingRow
								finding={finding}
								sample={isSample}
								chosen={chosen.has(finding.fingerprint)}
								onChoose={waiting ? null : (isChosen) => chosen.choose(finding.fingerprint, isChosen)}
							>
								{waiting ? (
									<WaitingNote
										waiting={waiting}
										about={aboutOf(finding)}
										onTakeBack={() => void verdicts.takeBack(finding.fingerprint)}
									/>
								) : (
									<VerdictButtons
										state={finding.state}
										about={aboutOf(finding)}
										onVerdict={(state) => give(state, finding)}
									/>
								)}
							</FindingRow>
						);
					}}
				/>
				{items.length > 0 && (
					<BulkBar
						chosen={chosen.chosen.length}
						choosable={listed.length}
						state={tab === "all" ? null : tab}
						onChooseAll={chosen.all}
						onChooseNone={chosen.none}
						onVerdict={(state) =>
							verdicts.give(state, {
								fingerprints: chosen.chosen,
								about: counted(chosen.chosen.length, "finding"),
								onDone: chosen.none,
							})
						}
					/>
				)}
			</Tabs>
			{verdicts.dialog}
			{dialog === "filter" && (
				<FilterDialog
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
					title="Export vulnerabilities"
					what="Everything in this tab that matches the filter, including rows that are not loaded yet."
					href={(format) => findingsExportUrl(filterOf(address), format)}
					sample={
						samples && { name: "vulnerabilities-sample", text: (format) => sampleFile(FINDING_CSV, samples, format) }
					}
					onClose={() => setDialog(null)}
				/>
			)}
		</div>
	);
}
