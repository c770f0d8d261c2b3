import { type ReactNode, useState } from "react";
import type { FindingState, TrackedFinding } from "#contract/findings/vulnerabilities.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { useVerdicts } from "./use-verdicts.ts";
import { VerdictDialog } from "./verdict-dialog.tsx";
import { needsReason } from "./verdict-labels.ts";

type About = {
	findings: readonly TrackedFinding[];
	/** A title, or how many findings. */
	about: string;
	/** Called when the verdict is sent, or saved to be sent. */
	onDone?(): void;
};

type Asking = About & { state: "accepted" | "false-positive" };

/** Giving verdicts from a screen: at once, or after asking for a reason. Render `dialog` in the screen. */
export function useGiveVerdict() {
	const verdicts = useVerdicts();
	const [asking, setAsking] = useState<Asking | null>(null);

	async function send(state: FindingState, { findings, onDone }: About, details: { reason: string; until: string }) {
		const trouble = await verdicts.send({ findings, state, ...details });
		if (!trouble) onDone?.();
		return trouble;
	}

	const dialog: ReactNode = asking && (
		<VerdictDialog
			state={asking.state}
			about={asking.about}
			onVerdict={(details) => send(asking.state, asking, details)}
			onClose={() => setAsking(null)}
		/>
	);
	return {
		...verdicts,
		isAsking: asking !== null,
		dialog,
		give(state: FindingState, about: About): void {
			if (needsReason(state)) {
				setAsking({ ...about, state });
				return;
			}
			void send(state, about, { reason: "", until: "" }).then((trouble) => {
				if (trouble) notify(trouble).catch(() => undefined);
			});
		},
	};
}
