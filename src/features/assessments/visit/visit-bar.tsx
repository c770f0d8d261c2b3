import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import { Button } from "#src/ui/button.tsx";

type Props = {
	shown: ShownAssessment;
	/** The last answer, which can be undone; null if there is none. */
	saved: { text: string; onUndo(): void } | null;
	/** Null at the first question. */
	onBack: (() => void) | null;
	onSections(): void;
	next: { label: string; onNext(): void; disabled: boolean };
};

/** At the bottom, within the thumb's reach: next, back, progress, and undo. */
export function VisitBar({ shown, saved, onBack, onSections, next }: Props) {
	const { answered, asked, missing } = shown;
	return (
		<div className="@container/visit max-md:bleed sticky bottom-[calc(var(--foot)+1px+env(safe-area-inset-bottom)+(16px-1rem)*999)] z-2 mt-3 border-line border-t bg-paper py-1.5 md:bottom-[calc((16px-1rem)*999)] sideways:static print:hidden">
			<p role="status" className="flex flex-wrap items-center justify-between gap-x-3 text-13 not-empty:min-h-8">
				{saved && (
					<>
						<span className="wrap-anywhere min-w-0">{saved.text}</span>
						<button
							type="button"
							onClick={saved.onUndo}
							className="min-h-8 cursor-pointer px-1 font-semibold text-15 text-accent underline underline-offset-4 pointer-coarse:min-h-11"
						>
							Undo
						</button>
					</>
				)}
			</p>
			{/* With large text, the progress gets its own line. */}
			<div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 @max-[15rem]/visit:grid-cols-2">
				<Button variant="secondary" disabled={onBack === null} onClick={() => onBack?.()}>
					Back
				</Button>
				<button
					type="button"
					aria-haspopup="dialog"
					onClick={onSections}
					className="@max-[15rem]/visit:order-first @max-[15rem]/visit:col-span-full min-h-12 min-w-0 cursor-pointer rounded-control px-1 text-center text-13 leading-tight tabular-nums"
				>
					<span className="block font-semibold text-15 text-accent underline underline-offset-4">
						{answered} of {asked}
					</span>
					{missing === 0 ? "Nothing missing" : `${missing} missing`}
					<span className="sr-only">. Show the sections</span>
				</button>
				<Button variant="primary" disabled={next.disabled} onClick={next.onNext}>
					{next.label}
				</Button>
			</div>
		</div>
	);
}
