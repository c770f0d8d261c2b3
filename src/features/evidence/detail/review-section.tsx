import { useState } from "react";
import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import { type EvidenceDecision, isReview, movesOfEvidence } from "#contract/evidence/state.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { EVIDENCE_DECISION_LABELS, EVIDENCE_STATE_LABELS } from "#src/lib/evidence/evidence-labels.ts";
import { EvidenceStateBadge } from "#src/lib/evidence/evidence-state-badge.tsx";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";

type Props = {
	/** Including decisions made here. */
	evidence: EvidenceDetail;
	words: readonly Entry[];
};

type Asking = "returned" | "withdrawn";

const TEXTS = {
	returned: {
		title: "Return it",
		label: "What has to change?",
		hint: "Who added it reads this and can submit it again.",
		button: "Return it",
	},
	withdrawn: {
		title: "Withdraw it",
		label: "Why does it no longer count?",
		hint: "It stays in the library with this reason, and no longer counts for anything.",
		button: "Withdraw it",
	},
} as const;

/** Where a piece is in its review, and the next steps, also offline. */
export function ReviewSection({ evidence, words }: Props) {
	const { id, clientId, title, state, stateReason } = evidence;
	const { can } = useScope();
	const say = useSay();
	const [asking, setAsking] = useState<Asking | null>(null);
	const pending = pendingWord(words, "evidence-decision", ({ evidenceId }) => evidenceId === id);
	const account = useAccount();
	const isOwn = account.status === "known" && account.account.accountId === evidence.by.accountId;
	const needsOther = isOwn && evidence.hasOtherReviewer === true;
	const moves = movesOfEvidence(state).filter(
		(to) => can(isReview(to) ? "arrange" : "work") && !(to === "accepted" && needsOther),
	);
	const decide = (decision: EvidenceDecision, reason: string) =>
		say({ kind: "evidence-decision", body: { evidenceId: id, decision, reason } }, clientId);
	const choose = (to: EvidenceDecision) => {
		if (to === "returned" || to === "withdrawn") setAsking(to);
		else void decide(to, "");
	};
	return (
		<div className="mb-2 grid gap-2">
			<p>
				<EvidenceStateBadge state={state} />
			</p>
			{evidence.reviewedByAuthor === true && <p className="text-15">Reviewed by its author.</p>}
			{state === "submitted" && needsOther && can("arrange") && (
				<p className="max-w-[62ch] text-15 text-quiet">
					You added it, and others here may review it: one of them accepts it.
				</p>
			)}
			{stateReason !== "" && <p className="wrap-anywhere max-w-[62ch] whitespace-pre-line text-15">{stateReason}</p>}
			{pending && <WordNote entry={pending.entry} said={EVIDENCE_STATE_LABELS[pending.body.decision]} about={title} />}
			{moves.length > 0 && (
				<div className="flex flex-wrap gap-2 print:hidden">
					{moves.map((to, index) => (
						<Button
							key={to}
							variant={index === 0 && to !== "withdrawn" ? "primary" : "secondary"}
							dense
							{...((to === "returned" || to === "withdrawn") && { "aria-haspopup": "dialog" as const })}
							onClick={() => choose(to)}
						>
							{EVIDENCE_DECISION_LABELS[to]}
						</Button>
					))}
				</div>
			)}
			{asking && (
				<ReasonDialog
					{...TEXTS[asking]}
					subtitle={title}
					limit={1_000}
					onReason={(reason) => decide(asking, reason)}
					onClose={() => setAsking(null)}
				/>
			)}
		</div>
	);
}
