import { counted } from "#contract/format/count.ts";
import { type FindingState, VERDICTS_LIMIT } from "#contract/vulnerabilities.ts";
import { Button } from "#src/ui/button.tsx";
import { VerdictButtons } from "../verdicts/verdict-buttons.tsx";

type Props = {
	/** How many are chosen, and how many could be. */
	chosen: number;
	choosable: number;
	/** The state of all of them; null if they differ. */
	state: FindingState | null;
	onChooseAll(): void;
	onChooseNone(): void;
	onVerdict(state: FindingState): void;
};

/** Verdicts on several findings at once, within the thumb's reach. Shown while any is selected. */
export function BulkBar({ chosen, choosable, state, onChooseAll, onChooseNone, onVerdict }: Props) {
	const most = Math.min(choosable, VERDICTS_LIMIT);
	return (
		<fieldset
			className={
				chosen > 0
					? "sticky bottom-[calc(4rem+1px+env(safe-area-inset-bottom))] z-10 max-md:-mx-5 border-line-strong border-y max-h-[45dvh] overflow-y-auto bg-raised px-5 py-1 md:px-3 shadow-float md:bottom-0 print:hidden"
					: "sr-only"
			}
		>
			<legend className="sr-only">Several at once</legend>
			<div className="flex flex-wrap items-center gap-x-5">
				<span role="status" className="text-15 tabular-nums">
					{chosen > 0 && `${chosen} selected${chosen === VERDICTS_LIMIT ? ", the most at once" : ""}`}
				</span>
				{chosen > 0 && (
					<>
						<Button variant="plain" onClick={chosen >= most ? onChooseNone : onChooseAll}>
							{chosen >= most ? "Select none" : "Select all"}
						</Button>
						<VerdictButtons state={state} about={counted(chosen, "finding")} onVerdict={onVerdict} />
					</>
				)}
			</div>
		</fieldset>
	);
}
