import { useState } from "react";
import type { EntryId, ScanId } from "#contract/ids.ts";
import type { EntryChanges } from "#src/outbox/edit.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { EntryCard } from "./entry-card.tsx";

/** How many cards to render at a time: thousands of entries stay usable. */
const PAGE = 50;

type Props = {
	entries: readonly Entry[];
	now: number;
	online: boolean;
	chosen: ReadonlySet<EntryId>;
	gone: ReadonlySet<ScanId>;
	onChoose(entry: Entry, chosen: boolean): void;
	onSend(entry: Entry): void;
	onDiscard(entry: Entry): void;
	onEdit(entry: Entry, changes: EntryChanges): Promise<string | null>;
};

export function EntryList({ entries, chosen, gone, ...rest }: Props) {
	const [shown, setShown] = useState(PAGE);
	const more = entries.length - shown;
	return (
		<>
			<ul aria-label="Requests" className="mt-6 grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-4">
				{entries.slice(0, shown).map((entry) => (
					<li key={entry.id}>
						<EntryCard
							entry={entry}
							chosen={chosen.has(entry.id)}
							gone={
								entry.status === "accepted" && entry.receipt?.scanId !== undefined && gone.has(entry.receipt.scanId)
							}
							{...rest}
						/>
					</li>
				))}
			</ul>
			{more > 0 && (
				<div className="mt-4">
					<Button variant="secondary" onClick={() => setShown(shown + PAGE)}>
						Show {Math.min(more, PAGE)} more of {more}
					</Button>
				</div>
			)}
		</>
	);
}
