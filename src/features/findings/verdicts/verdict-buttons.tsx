import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { needsReason, VERDICT_ACTIONS, VERDICT_CHOICES } from "./verdict-labels.ts";

type Props = {
	/** The current state; null if the findings differ. */
	state: FindingState | null;
	/** The finding, for people who hear only the button. */
	about: string;
	onVerdict(state: FindingState): void;
};

/** One button for each verdict. Those that need a reason open a dialog. */
export function VerdictButtons({ state, about, onVerdict }: Props) {
	return VERDICT_CHOICES.filter((one) => one !== state).map((one) => (
		<button
			key={one}
			type="button"
			aria-label={`${VERDICT_ACTIONS[one]}: ${about}`}
			aria-haspopup={needsReason(one) ? "dialog" : undefined}
			onClick={() => onVerdict(one)}
			className="min-h-11 cursor-pointer text-start text-15 text-accent underline underline-offset-4"
		>
			{VERDICT_ACTIONS[one]}
			{needsReason(one) && "…"}
		</button>
	));
}
