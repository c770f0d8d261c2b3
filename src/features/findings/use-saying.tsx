import { type ReactNode, useState } from "react";
import type { FindingState } from "#contract/vulnerabilities.ts";
import type { OutcomeText } from "#src/lib/outbox/outcome-text.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { useWords } from "./use-words.ts";
import { VerdictDialog } from "./verdict-dialog.tsx";

type About = {
	fingerprints: readonly string[];
	/** In words: a title, or how many. */
	about: string;
	/** Called when it is said, or saved to be said. */
	onDone?(): void;
};

type Asking = About & { state: "accepted" | "false-positive" };

/** Saying something of findings from a screen: at once, or after asking why. `dialog` belongs into the screen. */
export function useSaying() {
	const words = useWords();
	const [asking, setAsking] = useState<Asking | null>(null);

	async function say(state: FindingState, { fingerprints, onDone }: About, said: { reason: string; until: string }) {
		const trouble: OutcomeText | null = await words.say({ fingerprints, state, ...said });
		if (!trouble) onDone?.();
		return trouble;
	}

	const dialog: ReactNode = asking && (
		<VerdictDialog
			state={asking.state}
			about={asking.about}
			onSay={(said) => say(asking.state, asking, said)}
			onClose={() => setAsking(null)}
		/>
	);
	return {
		...words,
		isAsking: asking !== null,
		dialog,
		sayOrAsk(state: FindingState, about: About): void {
			if (state === "accepted" || state === "false-positive") {
				setAsking({ ...about, state });
				return;
			}
			void say(state, about, { reason: "", until: "" }).then((trouble) => {
				if (trouble) notify(trouble).catch(() => undefined);
			});
		},
	};
}
