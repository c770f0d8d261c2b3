import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { Button } from "#src/ui/button.tsx";
import { VerdictButtons } from "../verdicts/verdict-buttons.tsx";

type Props = {
	/** How many rows are selected, how many findings they hold, and how many rows could be. */
	chosen: number;
	findings: number;
	choosable: number;
	/** The state of all of them; null if they differ. */
	state: FindingState | null;
	onChooseAll(): void;
	onChooseNone(): void;
	onVerdict(state: FindingState): void;
};

/** Verdicts on several findings at once, within the thumb's reach. Shown while any is selected. */
export function BulkBar({ chosen, findings, choosable, state, onChooseAll, onChooseNone, onVerdict }: Props) {
	return (
		<fieldset
			className={
				chosen > 0
					? "sticky bottom-[calc(var(--foot)+1px+env(safe-area-inset-bottom))] z-10 max-md:bleed border-line-strong border-y max-h-[45dvh] overflow-y-auto bg-raised py-1 md:px-3 shadow-float md:bottom-0 print:hidden"
					: "sr-only"
			}
		>
			<legend className="sr-only">Several at once</legend>
			<div className="flex flex-wrap items-center gap-x-5">
				<span role="status" className="text-15 tabular-nums">
					{chosen > 0 && `${chosen} selected${findings > chosen ? ` · ${counted(findings, "finding")}` : ""}`}
				</span>
				{chosen > 0 && (
					<>
						<Button variant="plain" onClick={chosen >= choosable ? onChooseNone : onChooseAll}>
							{chosen >= choosable ? "Select none" : "Select all"}
						</Button>
						<VerdictButtons state={state} about={counted(findings, "finding")} onVerdict={onVerdict} />
					</>
				)}
			</div>
		</fieldset>
	);
}
