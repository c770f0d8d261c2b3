import type { FindingState } from "#contract/vulnerabilities.ts";
import { needsReason, SAY_WORDS, SAYABLE } from "./verdict-labels.ts";

type Props = {
	/** What stands now; null where that differs. */
	state: FindingState | null;
	/** What is talked about, for those who hear the button alone. */
	about: string;
	onSay(state: FindingState): void;
};

/** One button for each thing that can be said of a finding. Those that need a reason ask for it. */
export function SayButtons({ state, about, onSay }: Props) {
	return SAYABLE.filter((one) => one !== state).map((one) => (
		<button
			key={one}
			type="button"
			aria-label={`${SAY_WORDS[one]}: ${about}`}
			aria-haspopup={needsReason(one) ? "dialog" : undefined}
			onClick={() => onSay(one)}
			className="min-h-11 cursor-pointer text-start text-15 text-accent underline underline-offset-4"
		>
			{SAY_WORDS[one]}
			{needsReason(one) && "…"}
		</button>
	));
}
