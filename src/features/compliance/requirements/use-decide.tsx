import { type ReactNode, useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { Decision, DecisionRequest, Reason } from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";
import { JustifyDialog } from "./justify-dialog.tsx";

/** The most requirements in one request. */
const AT_ONCE = 500;

export type DecisionSaid = DecisionRequest["decision"];
export type Decide = (
	requirements: readonly string[],
	decision: DecisionSaid,
	/** Asks for reasons first, starting from those that are there. */
	options?: { asks: true; given?: Decision },
) => void;

type Asking = {
	requirements: readonly string[];
	decision: "applicable" | "not-applicable";
	given?: Decision | undefined;
};
type Why = { reasons?: readonly Reason[]; justification: string };

/** The longest justification. */
const LIMIT = 1_000;

/**
 * Decides about requirements from a screen: at once, or after asking why. Render `dialog` in the screen. `onDone` runs once it is saved.
 */
export function useDecide(framework: FrameworkId, onDone?: () => void): { decide: Decide; dialog: ReactNode } {
	const say = useSay();
	const [asking, setAsking] = useState<Asking | null>(null);

	async function send(requirements: readonly string[], decision: DecisionSaid, { reasons = [], justification }: Why) {
		for (let at = 0; at < requirements.length; at += AT_ONCE) {
			const some = requirements.slice(at, at + AT_ONCE);
			const body = { framework, requirements: some, decision, reasons: [...reasons], justification };
			if (!(await say({ kind: "decision", body }, null))) return false;
		}
		onDone?.();
		return true;
	}

	const subtitle =
		asking?.requirements.length === 1
			? (asking.requirements[0] ?? "")
			: counted(asking?.requirements.length ?? 0, "requirement");
	const dialog =
		asking?.decision === "applicable" ? (
			<JustifyDialog
				subtitle={subtitle}
				given={asking.given ?? { reasons: [], justification: "" }}
				limit={LIMIT}
				onJustify={(why) => send(asking.requirements, "applicable", why)}
				onClose={() => setAsking(null)}
			/>
		) : (
			asking && (
				<ReasonDialog
					title="Not applicable"
					subtitle={subtitle}
					label="Why does it not apply?"
					hint="It appears in the statement of applicability."
					button="It does not apply"
					limit={LIMIT}
					onReason={(justification) => send(asking.requirements, "not-applicable", { justification })}
					onClose={() => setAsking(null)}
				/>
			)
		);
	return {
		dialog,
		decide(requirements, decision, options) {
			if (requirements.length === 0) return;
			if (decision === "not-applicable" || (decision === "applicable" && options?.asks)) {
				setAsking({ requirements, decision, given: options?.given });
			} else void send(requirements, decision, { justification: "" });
		},
	};
}
