import { type ReactNode, useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { DecisionRequest } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";

/** The most requirements in one request. */
const AT_ONCE = 500;

export type DecisionSaid = DecisionRequest["decision"];
export type Decide = (requirements: readonly string[], decision: DecisionSaid, options?: { asks: boolean }) => void;

type Asking = { requirements: readonly string[]; decision: "applicable" | "not-applicable" };

const TEXTS = {
	applicable: { title: "Applicable", label: "Why does it apply?", button: "It applies" },
	"not-applicable": { title: "Not applicable", label: "Why does it not apply?", button: "It does not apply" },
} as const;

/**
 * Decides about requirements from a screen: at once, or after asking why. Render `dialog` in the screen. `onDone` runs once it is saved.
 */
export function useDecide(framework: FrameworkId, onDone?: () => void): { decide: Decide; dialog: ReactNode } {
	const say = useSay();
	const [asking, setAsking] = useState<Asking | null>(null);

	async function send(requirements: readonly string[], decision: DecisionSaid, justification: string) {
		for (let at = 0; at < requirements.length; at += AT_ONCE) {
			const some = requirements.slice(at, at + AT_ONCE);
			const body = { framework, requirements: some, decision, justification };
			if (!(await say({ kind: "decision", body }, null))) return false;
		}
		onDone?.();
		return true;
	}

	const dialog = asking && (
		<ReasonDialog
			title={TEXTS[asking.decision].title}
			subtitle={
				asking.requirements.length === 1
					? (asking.requirements[0] ?? "")
					: counted(asking.requirements.length, "requirement")
			}
			label={TEXTS[asking.decision].label}
			hint="It appears in the statement of applicability."
			button={TEXTS[asking.decision].button}
			limit={1_000}
			onReason={(reason) => send(asking.requirements, asking.decision, reason)}
			onClose={() => setAsking(null)}
		/>
	);
	return {
		dialog,
		decide(requirements, decision, options) {
			if (requirements.length === 0) return;
			if (decision === "not-applicable" || (decision === "applicable" && options?.asks)) {
				setAsking({ requirements, decision });
			} else void send(requirements, decision, "");
		},
	};
}
