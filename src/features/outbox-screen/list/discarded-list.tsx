import { useEffect, useRef } from "react";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";
import { Button } from "#src/ui/button.tsx";

type Props = { discarded: readonly Entry[]; onUndo(entries: readonly Entry[]): void };

/** What was discarded on this visit, with Undo. Stays visible below a list of any length. */
export function DiscardedList({ discarded, onUndo }: Props) {
	const last = useRef<HTMLButtonElement>(null);
	const before = useRef(0);
	const owed = useRef(false);
	// The Discard button disappears with its card. A keyboard user continues here.
	useEffect(() => {
		if (discarded.length !== before.current) owed.current = discarded.length > before.current;
		before.current = discarded.length;
		if (!owed.current || document.activeElement !== document.body) return;
		owed.current = false;
		last.current?.focus({ preventScroll: true });
	});
	if (discarded.length === 0) return null;
	return (
		<section
			aria-label="Discarded"
			className="sticky bottom-[calc(5rem+env(safe-area-inset-bottom))] mt-6 max-w-[46rem] rounded-card border border-line-strong bg-raised px-4 py-1 shadow-float md:bottom-4"
		>
			{discarded.length > 1 && (
				<p className="flex items-center justify-between gap-4 text-15">
					<span>{discarded.length} discarded</span>
					<Button variant="plain" onClick={() => onUndo(discarded)}>
						Undo all
					</Button>
				</p>
			)}
			<ul aria-label="Discarded" className="grid grid-cols-[minmax(0,1fr)] gap-2">
				{discarded.slice(-2).map((entry) => (
					<li
						key={entry.id}
						className="flex items-center justify-between gap-4 border-line border-t text-15 first:border-t-0"
					>
						<span className="min-w-0 truncate text-quiet">Discarded: {wordsOf(entry.request).subject}</span>
						<Button variant="plain" ref={last} onClick={() => onUndo([entry])}>
							Undo
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
}
