import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { CONTROL_CSV } from "#contract/controls/control-csv.ts";
import {
	CONTROL_STATE_LABELS,
	CONTROL_STATES,
	CONTROLS_LIMIT,
	type ControlSummary,
	needsReason,
} from "#contract/controls/controls.ts";
import { STANDING_LABELS } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { WhoseNote } from "#src/lib/compliance/whose-note.tsx";
import { CONTROL_MOVE_LABELS } from "#src/lib/controls/control-labels.ts";
import { ControlRow } from "#src/lib/controls/control-row.tsx";
import { controlShown } from "#src/lib/controls/control-words.ts";
import { controlListQuery } from "#src/lib/controls/controls-api.ts";
import { ExportDialog } from "#src/lib/data/files/export-dialog.tsx";
import { FilterButton } from "#src/lib/data/lists/filter-button.tsx";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { listView } from "#src/lib/data/lists/list-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useMemberName } from "#src/lib/workspace/members/use-member-name.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { type KeyHint, KeysDialog } from "#src/ui/list/keys-dialog.tsx";
import { handleListKey } from "#src/ui/list/list-keys.ts";
import { SelectionBar } from "#src/ui/list/selection-bar.tsx";
import { useChosen } from "#src/ui/list/use-chosen.ts";
import { useNeighborFocus } from "#src/ui/list/use-neighbor-focus.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { AddControlDialog } from "./add-control-dialog.tsx";
import { movesOfAll, OWNER_KEY, STATE_KEYS } from "./change/bulk-change.ts";
import { SelectableControl } from "./change/selectable-control.tsx";
import { useBulkChange } from "./change/use-bulk-change.tsx";
import { ControlFilterDialog } from "./control-filter-dialog.tsx";
import { type ControlsAddress, filterCount, passes, readAddress, TABS, writeAddress } from "./controls-address.ts";

const controlsFile = (controls: readonly ControlSummary[], format: "csv" | "json"): string =>
	format === "json"
		? JSON.stringify(controls, null, "\t")
		: [CONTROL_CSV.head, ...controls.map(CONTROL_CSV.line)].join("");

export const meta = {
	title: `Controls | ${site.name}`,
	description: "Your controls, the evidence for and against each, and when it is tested next.",
	indexable: false,
} as const;

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 96;
const NONE: readonly ControlSummary[] = [];
const KEYS: readonly KeyHint[] = [
	[OWNER_KEY.toUpperCase(), "Change the owner"],
	...CONTROL_STATES.map((state): KeyHint => [STATE_KEYS[state].toUpperCase(), CONTROL_STATE_LABELS[state]]),
];
const idOf = ({ id }: ControlSummary) => id;

const labelOf = (tab: ControlsAddress["tab"]) => (tab === "all" ? "All" : STANDING_LABELS[tab]);

/** One response holds all of the client's controls, so they are filtered here, also offline. */
export default function ControlsPage() {
	const account = useAccount();
	const { scope, can } = useScope();
	const online = useOnline();
	const { address, go } = useAddress(readAddress, writeAddress);
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...controlListQuery({}, scope), enabled });
	const words = useWords();
	const nameOf = useMemberName();
	const now = useNow();
	const [dialog, setDialog] = useState<"filter" | "export" | "add" | "keys" | null>(null);
	const { data, dataUpdatedAt: readAt } = reading;
	const all = useMemo(
		() => (data?.controls ?? NONE).map((control) => controlShown(control, words, readAt, nameOf)),
		[data, words, readAt, nameOf],
	);
	const passing = useMemo(() => all.filter((control) => passes(control, address)), [all, address]);
	const shown = useMemo(
		() => (address.tab === "all" ? passing : passing.filter(({ standing }) => standing === address.tab)),
		[passing, address.tab],
	);
	const byId = useMemo(() => new Map(shown.map((control) => [control.id, control])), [shown]);
	const selection = useChosen(
		idOf,
		useCallback(({ id }: ControlSummary) => byId.get(id) ?? null, [byId]),
	);
	const { chosen } = selection;
	const bulk = useBulkChange();
	const leaving = useNeighborFocus(bulk.isAsking);
	/** From the keyboard: the selected controls, or the one that has the focus. */
	const aboutOf = (control: ControlSummary) => (chosen.length > 0 ? chosen : [control]);
	const view = listView(
		account,
		NONE,
		{ ...reading, data: data && { pages: [{ total: shown.length }] } },
		() => shown,
		online,
	);
	const filtered = filterCount(address);
	const isFirst = data?.controls.length === 0;
	const clear = () => go(({ tab }) => ({ tab, q: "" }));
	const list = { view, more: null, again: null, retry: () => void reading.refetch() };
	return (
		<div className="frame pt-5 pb-16 md:pt-8">
			<div className="mb-4 flex flex-wrap items-baseline gap-x-4 md:mb-6">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Controls</h1>
				<p role="status" className="text-15 text-quiet tabular-nums">
					{data && counted(shown.length, "control")}
				</p>
			</div>
			<WhoseNote />
			<RoleNote permission="work" what="change controls" />
			{data && !isFirst && (
				<div className="mb-3 flex flex-wrap items-end gap-3 print:hidden">
					<search className="min-w-0 grow basis-64">
						<SearchField
							id="controls-search"
							label="Search"
							placeholder="Code, title or requirement"
							value={address.q}
							onSearch={(q) => go((now) => ({ ...now, q }))}
						/>
					</search>
					<FilterButton chosen={filtered} onOpen={() => setDialog("filter")} />
					<Button
						variant="secondary"
						aria-haspopup="dialog"
						disabled={shown.length === 0}
						onClick={() => setDialog("export")}
					>
						Export
					</Button>
					{can("arrange") && (
						<Button
							variant="secondary"
							aria-haspopup="dialog"
							disabled={!online || all.length >= CONTROLS_LIMIT}
							onClick={() => setDialog("add")}
						>
							Add
							<span className="sr-only"> a control</span>
						</Button>
					)}
				</div>
			)}
			<Tabs
				label="Controls"
				selected={address.tab}
				onSelect={(tab) => go((now) => ({ ...now, tab }))}
				tabs={TABS.map((name) => ({
					name,
					label: labelOf(name),
					count:
						data === undefined
							? null
							: name === "all"
								? passing.length
								: passing.filter(({ standing }) => standing === name).length,
				}))}
			>
				{can("work") && shown.length > 0 && (
					<div className="flex justify-end pt-1 pointer-coarse:hidden max-md:hidden print:hidden">
						<TextButton aria-haspopup="dialog" onClick={() => setDialog("keys")}>
							Keys
						</TextButton>
					</div>
				)}
				{/* biome-ignore lint/a11y/noStaticElementInteractions: its keys are shortcuts to what its rows offer as controls. */}
				<div onKeyDown={(event) => handleListKey(event, { onHelp: () => setDialog("keys"), onUndo: bulk.undoLast })}>
					<ListPanel
						key={address.tab}
						label="Controls"
						noun={{ one: "control", many: "controls" }}
						list={list}
						filtered={isFirst ? 0 : filtered + (address.q === "" ? 0 : 1)}
						empty={
							account.status === "unknown" ? (
								<>
									What you do to keep things safe, what evidence there is for and against it, and when it is tested
									next. <Link to="/auth/login?next=/dashboard/controls">Sign in</Link> to see your own.
								</>
							) : isFirst ? (
								<>
									No controls yet. <Link to="/dashboard/compliance">Choose a framework</Link> and we propose the
									controls that serve it, each with a test.
								</>
							) : (
								`None of them is “${labelOf(address.tab)}”.`
							)
						}
						onClear={clear}
						keyOf={idOf}
						rowHeight={ROW_HEIGHT}
						row={(control) =>
							can("work") ? (
								<SelectableControl
									control={control}
									now={now}
									words={words}
									isChosen={selection.has(control.id)}
									onChoose={(isChosen) => selection.choose(control, isChosen)}
									onMove={(state) => {
										leaving(control.id);
										bulk.move(state, aboutOf(control), selection.none);
									}}
									onAssign={() => {
										leaving(control.id);
										bulk.assign(aboutOf(control), selection.none);
									}}
								/>
							) : (
								<ControlRow control={control} now={now} />
							)
						}
					/>
				</div>
				{can("work") && shown.length > 0 && (
					<SelectionBar
						chosen={chosen.length}
						choosable={shown.length}
						onChooseAll={() => selection.all(shown)}
						onChooseNone={selection.none}
					>
						<TextButton aria-haspopup="dialog" onClick={() => bulk.assign(chosen, selection.none)}>
							Change owner…
						</TextButton>
						{movesOfAll(chosen).map((state) => (
							<TextButton
								key={state}
								aria-haspopup={needsReason(state) ? "dialog" : undefined}
								onClick={() => bulk.move(state, chosen, selection.none)}
							>
								{CONTROL_MOVE_LABELS[state]}
							</TextButton>
						))}
					</SelectionBar>
				)}
			</Tabs>
			{dialog === "filter" && (
				<ControlFilterDialog
					address={address}
					controls={all}
					onApply={(next) => {
						setDialog(null);
						go((now) => ({ ...next, tab: now.tab, q: now.q }));
					}}
					onClose={() => setDialog(null)}
				/>
			)}
			{dialog === "export" && (
				<ExportDialog
					title="Export controls"
					what={`The ${counted(shown.length, "control")} of this tab, search and filter, as of ${timeText(readAt)}. The file is made on this device, so it also works offline.`}
					from={{ at: "device", name: "controls", text: (format) => controlsFile(shown, format) }}
					onClose={() => setDialog(null)}
				/>
			)}
			{bulk.dialog}
			{dialog === "keys" && <KeysDialog own={KEYS} undo="Undo the last change" onClose={() => setDialog(null)} />}
			{dialog === "add" && <AddControlDialog onClose={() => setDialog(null)} />}
		</div>
	);
}
