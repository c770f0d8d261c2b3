import { useState } from "react";
import type { OwnedTarget } from "#contract/targets.ts";
import { Button } from "#src/ui/button.tsx";
import { ShapeMark } from "#src/ui/shape-mark.tsx";
import { SubmissionFailure } from "#src/ui/submission-failure.tsx";
import { useSubmission } from "#src/ui/use-submission.ts";
import { ProofWays } from "./proof-ways.tsx";
import { checkedWords, targetWords } from "./target-words.ts";
import { removeTarget, verifyTarget } from "./targets-api.ts";

/** Ink and shape: whether something is shown is no severity. */
const SHAPES: Record<OwnedTarget["status"], string> = {
	proven: "m1.5 6.5 3 3 6-7",
	unproven: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	expired: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1",
};

/** One host: how it stands, how to show that it is one's own, and what can be done. */
export function TargetCard({ target }: { target: OwnedTarget }) {
	const [removing, setRemoving] = useState(false);
	const { state, submit } = useSubmission();
	const { word, sentence } = targetWords(target);
	const checked = checkedWords(target);
	const busy = state.status === "submitting";
	const heading = `target-${target.id}`;
	return (
		<article aria-labelledby={heading} className="rounded-card border border-line-strong bg-raised p-4 md:p-6">
			<p className="inline-flex items-center gap-2 font-semibold text-15">
				<ShapeMark path={SHAPES[target.status]} />
				{word}
			</p>
			<h2 id={heading} className="mt-2 wrap-anywhere font-mono text-17 leading-snug">
				{target.host}
			</h2>
			<p className="mt-1 text-15 text-quiet">{sentence}</p>
			<p role="status" className="mt-3 wrap-anywhere text-15 empty:hidden">
				{checked}
			</p>
			<details className="mt-2" open={target.status !== "proven" || undefined}>
				<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
					How to show that it is yours
				</summary>
				<div className="mt-2">
					<ProofWays target={target} />
				</div>
			</details>
			<div className="mt-4 flex flex-wrap items-center gap-3">
				<Button
					variant={target.status === "proven" ? "secondary" : "primary"}
					disabled={busy}
					onClick={() => submit(() => verifyTarget(target.id))}
					aria-describedby={heading}
				>
					{busy ? "Looking…" : "Look for the proof"}
				</Button>
				{removing ? (
					<>
						<Button variant="secondary" disabled={busy} onClick={() => submit(() => removeTarget(target.id))}>
							Remove it
						</Button>
						<Button variant="plain" onClick={() => setRemoving(false)}>
							Keep it
						</Button>
					</>
				) : (
					<Button variant="plain" onClick={() => setRemoving(true)} aria-describedby={heading}>
						Remove
					</Button>
				)}
			</div>
			<div className="mt-3 empty:hidden">
				<SubmissionFailure title="Not done" state={state} />
			</div>
		</article>
	);
}
