import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import { SelectionBar } from "#src/ui/list/selection-bar.tsx";
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

/** Verdicts on several findings at once. */
export function BulkBar({ findings, state, onVerdict, ...bar }: Props) {
	return (
		<SelectionBar {...bar} {...(findings > bar.chosen && { more: counted(findings, "finding") })}>
			<VerdictButtons state={state} about={counted(findings, "finding")} onVerdict={onVerdict} />
		</SelectionBar>
	);
}
