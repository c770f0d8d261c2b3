import { useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { clientOf, type Looks } from "#src/lib/outbox/looks.ts";
import { clientEdgeInCard } from "#src/lib/workspace/clients/client-edge.ts";
import type { Entry, EntryChanges } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { EntryRow } from "./entry-row.tsx";
import { type ClientGroup, firstOf } from "./group-by-client.ts";

/** How many rows to render at a time: thousands of entries stay usable. */
const PAGE = 50;

type Props = {
	groups: readonly ClientGroup[];
	looks: Looks;
	now: number;
	online: boolean;
	chosen: ReadonlySet<EntryId>;
	/** Not only the listed ones. */
	all: ReadonlyMap<EntryId, Entry>;
	onChoose(entries: readonly Entry[], chosen: boolean): void;
	onSend(entry: Entry): void;
	onDiscard(entry: Entry): void;
	onEdit(entry: Entry, changes: EntryChanges): Promise<string | null>;
};

/** A client's name, and its workspace's if that is not shown, with a box that selects all of its requests. */
function GroupHeading({
	id,
	group,
	chosen,
	onChoose,
}: Pick<Props, "chosen" | "onChoose"> & { id: string; group: ClientGroup }) {
	const { client, workspace, entries } = group;
	const name = [client || "No client", workspace].filter(Boolean).join(" · ");
	return (
		<div className="flex items-center gap-1 px-[12px] md:px-4">
			<label className="-ms-[12px] grid size-[44px] flex-none cursor-pointer place-items-center">
				<input
					type="checkbox"
					checked={entries.every(({ id }) => chosen.has(id))}
					onChange={({ target }) => onChoose(entries, target.checked)}
					className="size-[20px] cursor-pointer accent-accent"
					aria-label={`Select all: ${name}`}
				/>
			</label>
			<h2 id={id} className="min-w-0 truncate font-semibold text-15">
				{name}
			</h2>
			<span className="flex-none ps-1 text-13 text-quiet tabular-nums">{entries.length}</span>
		</div>
	);
}

/** The requests of each client, in lists. Where no one uses clients, one list. */
export function EntryList({ groups, looks, chosen, onChoose, ...rest }: Props) {
	const [shown, setShown] = useState(PAGE);
	const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
	const more = count - shown;
	const whole = new Map(groups.map((group) => [group.key, group]));
	const hasClients = groups.some(({ client, workspace }) => client !== "" || workspace !== null);
	return (
		<div className="mt-1 grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-1">
			{firstOf(groups, shown).map((group, index) => {
				const { key, entries } = group;
				const id = `client-${index}`;
				return (
					<section key={key} aria-labelledby={id}>
						{hasClients ? (
							<GroupHeading id={id} group={whole.get(key) ?? group} chosen={chosen} onChoose={onChoose} />
						) : (
							<h2 id={id} className="sr-only">
								Not sent
							</h2>
						)}
						<ul className="divide-y divide-line rounded-card border border-line-strong bg-raised">
							{entries.map((entry) => (
								<li key={entry.id} className={clientEdgeInCard(clientOf(entry, looks)?.color ?? null)}>
									<EntryRow
										entry={entry}
										looks={looks}
										chosen={chosen.has(entry.id)}
										onChoose={(one, on) => onChoose([one], on)}
										{...rest}
									/>
								</li>
							))}
						</ul>
					</section>
				);
			})}
			{more > 0 && (
				<div>
					<Button variant="secondary" onClick={() => setShown(shown + PAGE)}>
						Show {Math.min(more, PAGE)} more of {more}
					</Button>
				</div>
			)}
		</div>
	);
}
