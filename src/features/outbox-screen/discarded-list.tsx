import type { Entry } from "#src/outbox/entry.ts";
import { wordsOf } from "#src/outbox/kinds.ts";
import { Button } from "#src/ui/button.tsx";

type Props = { discarded: readonly Entry[]; onUndo(entries: readonly Entry[]): void };

/** What was discarded on this visit, to be taken back. */
export function DiscardedList({ discarded, onUndo }: Props) {
	if (discarded.length === 0) return null;
	return (
		<section aria-label="Discarded" className="mt-6 max-w-[46rem]">
			{discarded.length > 1 && (
				<p className="flex items-center justify-between gap-4 text-15">
					<span>{discarded.length} discarded</span>
					<Button variant="plain" onClick={() => onUndo(discarded)}>
						Undo all
					</Button>
				</p>
			)}
			<ul aria-label="Discarded" className="grid grid-cols-[minmax(0,1fr)] gap-2">
				{discarded.slice(-5).map((entry) => (
					<li key={entry.id} className="flex items-center justify-between gap-4 border-line border-t pt-2 text-15">
						<span className="min-w-0 truncate text-quiet">Discarded: {wordsOf(entry.request).subject}</span>
						<Button variant="plain" onClick={() => onUndo([entry])}>
							Undo
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
}
