import { useMemo, useState } from "react";
import { FINDING_CSV } from "#contract/findings/finding-csv.ts";
import { counted } from "#contract/format/count.ts";
import { site } from "#src/config/site.ts";
import { classText } from "#src/lib/controls/class-text.ts";
import { ExportDialog } from "#src/lib/data/files/export-dialog.tsx";
import { FilterButton } from "#src/lib/data/lists/filter-button.tsx";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { findingsExportUrl } from "#src/lib/findings/findings-api.ts";
import { SAMPLES_EXPORTED, sampleFile } from "#src/lib/scans/sample-file.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { type KeyHint, KeysDialog } from "#src/ui/list/keys-dialog.tsx";
import { handleListKey } from "#src/ui/list/list-keys.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { FindingFilterDialog } from "./list/finding-filter-dialog.tsx";
import { type FindingsAddress, filterCount, filterOf, readAddress, writeAddress } from "./list/findings-address.ts";
import { PlaceRow } from "./list/place-row.tsx";
import { ProblemRow } from "./list/problem-row.tsx";
import { type Subject, subjectName } from "./list/subject.ts";
import { useDeciding } from "./list/use-deciding.ts";
import { useFindingList } from "./list/use-finding-list.ts";
import { ViewSwitch } from "./list/view-switch.tsx";
import { VERDICT_ACTIONS, VERDICT_CHOICES, VERDICT_KEYS } from "./verdicts/verdict-labels.ts";

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
/** Height of a row of two lines before it is measured, in pixels. */
const ROW_HEIGHT = 45;
const NONE: readonly Subject[] = [];
const KEYS = VERDICT_CHOICES.map((state): KeyHint => [VERDICT_KEYS[state].toUpperCase(), VERDICT_ACTIONS[state]]);

export default function VulnerabilitiesPage() {
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab, view: shownAs, filter } = address;
	useScanEvents();
	const { scope } = useScope();
	const asked = useMemo(() => filterOf(address), [address]);
	const list = useFindingList(asked, shownAs);
	const [dialog, setDialog] = useState<"filter" | "export" | "keys" | null>(null);
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const { view, counts } = list;
	const subjects = view.status === "shown" ? view.items : NONE;
	const samples = view.status === "samples" ? view.items : null;
	const { deciding, bulk, ...verdicts } = useDeciding({
		subjects,
		filter: asked,
		sample: samples !== null,
		mixed: tab === "all",
	});
	const filtered = filterCount(filter);
	const clear = () => go((now) => ({ ...now, filter: {} }));
	const countIn = (name: FindingsAddress["tab"]) =>
		counts &&
		(name === "all" ? Object.values(counts.states).reduce((sum, count) => sum + count, 0) : counts.states[name]);

	const openOne = (name: string, isOpen: boolean) =>
		setOpen((before) => new Set(isOpen ? [...before, name] : [...before].filter((other) => other !== name)));
	return (
		<div className="frame pt-5 pb-16 md:pt-8">
			<div className="mb-4 flex flex-wrap items-baseline gap-x-4 md:mb-6">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Vulnerabilities</h1>
				<p role="status" className={`text-15 text-quiet tabular-nums ${samples ? "in-data-account:invisible" : ""}`}>
					{counts &&
						[counts.problems !== null && counted(counts.problems, "problem"), counted(counts.findings, "finding")]
							.filter(Boolean)
							.join(" · ")}
				</p>
				{samples && <p className="ms-auto text-13 text-quiet in-data-account:hidden">Sample</p>}
			</div>
			<RoleNote permission="work" what="decide about findings" />
			<div className="mb-3 flex flex-wrap items-end gap-3 print:hidden">
				<search className="min-w-0 grow basis-64">
					<SearchField
						id="findings-search"
						label="Search"
						placeholder="Title, rule, host or parameter"
						value={filter.q ?? ""}
						onSearch={(q) =>
							go(({ filter: { q: _, ...rest }, ...now }) => ({ ...now, filter: q === "" ? rest : { ...rest, q } }))
						}
					/>
				</search>
				<FilterButton chosen={filtered} onOpen={() => setDialog("filter")} />
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog("export")}>
					Export
				</Button>
				{filtered > 0 && (
					<Button variant="plain" onClick={clear}>
						Clear
					</Button>
				)}
			</div>
			{filter.class && (
				<p className="mb-2 text-15">
					Only: <strong>{classText(filter.class)}</strong>.{" "}
					<Link to="/dashboard/controls?tab=evidence-against">Controls with evidence against</Link>
				</p>
			)}
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
				<div className="flex items-center justify-between gap-4 py-2 print:hidden">
					<ViewSwitch view={shownAs} onView={(next) => go((now) => ({ ...now, view: next }))} />
					<button
						type="button"
						aria-haspopup="dialog"
						onClick={() => setDialog("keys")}
						className="min-h-9 cursor-pointer text-15 text-accent underline underline-offset-4 pointer-coarse:hidden max-md:hidden print:hidden"
					>
						Keys
					</button>
				</div>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: its keys are shortcuts to what its rows offer as controls. */}
				<div
					onKeyDown={(event) => handleListKey(event, { onHelp: () => setDialog("keys"), onUndo: verdicts.undoLast })}
				>
					<ListPanel
						key={`${tab} ${shownAs}`}
						label={shownAs === "problems" ? "Problems" : "Findings"}
						noun={{ one: "vulnerability", many: "vulnerabilities" }}
						list={list}
						keyOf={subjectName}
						filtered={filtered}
						empty={EMPTY[tab]}
						onClear={clear}
						rowHeight={ROW_HEIGHT}
						row={(subject) =>
							subject.type === "place" ? (
								<PlaceRow finding={subject.finding} deciding={deciding} />
							) : (
								<ProblemRow
									problem={subject.problem}
									deciding={deciding}
									isOpen={open.has(subjectName(subject))}
									onOpen={(isOpen) => openOne(subjectName(subject), isOpen)}
								/>
							)
						}
					/>
				</div>
				{subjects.length > 0 && (
					<BulkBar
						chosen={bulk.chosen}
						findings={bulk.findings}
						choosable={subjects.length}
						state={tab === "all" ? null : tab}
						onChooseAll={bulk.chooseAll}
						onChooseNone={bulk.chooseNone}
						onVerdict={bulk.give}
					/>
				)}
			</Tabs>
			{verdicts.dialog}
			{dialog === "keys" && <KeysDialog own={KEYS} undo="Undo the last decision" onClose={() => setDialog(null)} />}
			{dialog === "filter" && (
				<FindingFilterDialog
					filter={filter}
					onClose={() => setDialog(null)}
					onApply={(next) => {
						setDialog(null);
						go((now) => ({ ...now, filter: next }));
					}}
				/>
			)}
			{dialog === "export" && (
				<ExportDialog
					title="Export vulnerabilities"
					what={
						samples
							? SAMPLES_EXPORTED
							: "Every finding in this tab that matches the filter, including those that are not loaded yet."
					}
					from={
						samples
							? {
									at: "device",
									name: "vulnerabilities-sample",
									text: (format) =>
										sampleFile(
											FINDING_CSV,
											samples.flatMap((one) => (one.type === "place" ? [one.finding] : one.problem.places)),
											format,
										),
								}
							: { at: "server", href: (format) => findingsExportUrl(asked, format, scope) }
					}
					onClose={() => setDialog(null)}
				/>
			)}
		</div>
	);
}
