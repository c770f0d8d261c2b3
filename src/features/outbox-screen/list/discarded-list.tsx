import { useEffect, useRef } from "react";
import { Button } from "#src/ui/button.tsx";
import type { Discarded } from "./discarded.ts";

type Props = { discarded: readonly Discarded[]; onUndo(discarded: readonly Discarded[]): void };

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
				{discarded.slice(-2).map((one) => (
					<li
						key={one.id}
						className="flex items-center justify-between gap-4 border-line border-t text-15 first:border-t-0"
					>
						<span className="min-w-0 text-quiet">
							<span className="block truncate">Discarded: {one.subject}</span>
							{one.belonging && <span className="wrap-anywhere block text-13">With {one.belonging}</span>}
						</span>
						<Button variant="plain" ref={last} onClick={() => onUndo([one])}>
							Undo
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
}
