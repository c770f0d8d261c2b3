import { Fragment, useMemo, useState } from "react";
import { REQUIREMENT_STANDING_LABELS, REQUIREMENT_STANDINGS } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { StandingReadout } from "#src/lib/controls/standing-badge.tsx";
import { useWords } from "#src/lib/words/use-words.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { StatementFiles } from "../about/statement-files.tsx";
import { DECISION_FILTERS, type FrameworkAddress, readAddress } from "../framework-address.ts";
import { DecideBar } from "./decide-bar.tsx";
import { DECISION_LABELS } from "./decision-labels.ts";
import { decided, ofClient } from "./decision-words.ts";
import { RequirementGroup } from "./requirement-group.tsx";
import { decidableIn, type Group, groupsOf, isFiltered } from "./requirement-tree.ts";
import { useDecide } from "./use-decide.tsx";

type Props = {
	framework: FrameworkDetail;
	/** In milliseconds. */
	readAt: number;
	address: FrameworkAddress;
	go(change: (now: FrameworkAddress) => FrameworkAddress): void;
};

/** The requirements under their headings, with each one's decision and status. */
export function RequirementsTab({ framework, readAt, address, go }: Props) {
	const account = useAccount();
	const { can, client, workspace } = useScope();
	const words = useWords();
	const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
	const [exporting, setExporting] = useState(false);
	const { decide, dialog } = useDecide(framework.id, () => setChosen((now) => now && new Set()));
	const me = account.status === "known" ? account.account : null;
	const whose = client ?? workspace?.clients.find((one) => one.own) ?? null;
	const mine = useMemo(() => ofClient(words, whose?.id ?? null), [words, whose?.id]);
	const all = useMemo(() => decided(framework.id, framework.all, mine, { readAt, me }), [framework, mine, readAt, me]);
	const { q, standing, decision } = address;
	const groups = useMemo(() => groupsOf(all, { q, standing, decision }), [all, q, standing, decision]);
	const filtered = isFiltered(address);
	const found = groups.reduce(
		(sum, { parts }) => sum + parts.filter(({ requirement }) => !requirement.isHeading).length,
		0,
	);
	const choosable = groups.flatMap(decidableIn);
	const open = all.filter((one) => one.decision?.state === "undecided").length;
	const choose = (ids: readonly string[], isChosen: boolean) =>
		setChosen((now) => {
			const next = new Set(now ?? []);
			for (const id of ids) {
				if (isChosen) next.add(id);
				else next.delete(id);
			}
			return next;
		});
	return (
		<>
			<div className="mt-5 mb-6">
				<StandingReadout counts={framework.standings} label={`How ${framework.name} stands`} />
				<p className="mt-4 text-15 tabular-nums">
					{open === 0 ? "Everything is decided." : <strong>{counted(open, "open decision")}</strong>}
				</p>
			</div>
			<div className="mb-3 flex flex-wrap items-end gap-3 print:hidden">
				<search className="min-w-0 grow basis-64">
					<SearchField
						id="requirements-search"
						label="Search"
						placeholder="ID or words"
						value={q}
						onSearch={(text) => go((now) => ({ ...now, q: text }))}
					/>
				</search>
				<div className="min-w-0 grow basis-36 md:grow-0">
					<ChoiceField
						id="requirements-standing"
						label="Standing"
						none="Any"
						options={REQUIREMENT_STANDINGS.map((value) => ({ value, label: REQUIREMENT_STANDING_LABELS[value] }))}
						value={standing ?? ""}
						onChange={({ target }) => go((now) => ({ ...now, standing: filterIn("standing", target.value) }))}
					/>
				</div>
				<div className="min-w-0 grow basis-36 md:grow-0">
					<ChoiceField
						id="requirements-decision"
						label="Decision"
						none="Any"
						options={DECISION_FILTERS.map((value) => ({ value, label: DECISION_LABELS[value] }))}
						value={decision ?? ""}
						onChange={({ target }) => go((now) => ({ ...now, decision: filterIn("decision", target.value) }))}
					/>
				</div>
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setExporting(true)}>
					Export
				</Button>
			</div>
			<div className="mb-2 flex flex-wrap items-center justify-between gap-x-5">
				<p role="status" className="text-13 text-quiet tabular-nums">
					{counted(found, "requirement")}
					{filtered && (
						<Button
							variant="plain"
							dense
							onClick={() => go((now) => ({ ...now, q: "", standing: undefined, decision: undefined }))}
						>
							<span className="ms-2 text-15">Clear</span>
						</Button>
					)}
				</p>
				{can("work") && (
					<Button
						variant="plain"
						dense
						aria-pressed={chosen !== null}
						onClick={() => setChosen((now) => (now === null ? new Set() : null))}
					>
						<span className="text-15">{chosen === null ? "Decide several" : "Stop choosing"}</span>
					</Button>
				)}
			</div>
			<RoleNote permission="work" what="decide about requirements" />
			{groups.length === 0 && <p className="py-8 text-15">No requirement passes the filter.</p>}
			<div className="border-line border-b">
				{groups.map((group, at) => (
					<Fragment key={`${group.heading?.id} ${q} ${standing} ${decision}`}>
						{framework.always && isAlways(group) !== isAlways(groups[at - 1]) && (
							<p className="border-line border-t pt-6 pb-2 font-medium text-15">
								{isAlways(group)
									? `${framework.always.name} always apply. There is nothing to decide about them.`
									: "These make up the statement of applicability."}
							</p>
						)}
						{/* A group resets its open state when the filter changes. */}
						<RequirementGroup
							framework={framework}
							group={group}
							opens={filtered || groups.length === 1}
							opened={address.requirement}
							onOpen={(requirement) => go((now) => ({ ...now, requirement }))}
							words={mine}
							chosen={chosen}
							onChoose={choose}
							decide={decide}
						/>
					</Fragment>
				))}
			</div>
			{chosen !== null && (
				<DecideBar
					chosen={chosen}
					onDecide={(said) => decide([...chosen], said)}
					onJustify={() => decide([...chosen], "applicable", { asks: true })}
					choosable={choosable.length}
					onAll={() => choose(choosable, true)}
					onNone={() => setChosen(new Set())}
				/>
			)}
			{dialog}
			{exporting && (
				<Modal title="Export" subtitle="Statement of applicability" onClose={() => setExporting(false)}>
					<p className="text-15">All requirements with their decisions and controls, whatever the filter shows.</p>
					<StatementFiles framework={framework.id} />
				</Modal>
			)}
		</>
	);
}

/** Whether nothing is decided about its requirements; undefined without a group. */
const isAlways = (group: Group | undefined): boolean | undefined =>
	group?.parts.some(({ requirement }) => requirement.always);

/** The value of a select, validated like an address. */
const filterIn = <K extends "standing" | "decision">(name: K, value: string): FrameworkAddress[K] =>
	readAddress(new URLSearchParams({ [name]: value }))[name];
