import type { OwnedTarget } from "#contract/scans/targets.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { ShapeMark } from "#src/ui/shape-mark.tsx";
import { addTarget, verifyTarget } from "./assets-api.ts";
import { checkedText, ownershipLabels, type Stage } from "./ownership-labels.ts";
import { ProofWays } from "./proof-ways.tsx";

/** Ink and shape, not severity colors: a verification's state is not a severity. */
const SHAPES: Record<Stage, string> = {
	verified: "m1.5 6.5 3 3 6-7",
	name: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 1.5v9",
	unverified: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	expired: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1",
};

type Props = {
	host: string;
	claim: OwnedTarget | null;
	/** Id of the card's heading. */
	heading: string;
	/** Whether the verification steps start open. */
	isJustClaimed: boolean;
};

function Unverified({ host, heading }: Pick<Props, "host" | "heading">) {
	const { scope, can } = useScope();
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	return (
		<>
			<p className="mt-2 text-15 text-quiet">Ownership not verified. Verify it to run Zap, Wapiti and Nmap.</p>
			<div className="mt-2 grid justify-items-start gap-3 empty:hidden">
				{can("arrange") && (
					<Button
						variant="secondary"
						disabled={busy}
						aria-describedby={heading}
						onClick={() => void submit(() => addTarget({ host }, scope))}
					>
						{busy ? "Preparing…" : "Verify ownership"}
					</Button>
				)}
				<SubmissionFailure title="Not done" state={state} />
			</div>
		</>
	);
}

function Verification({
	claim,
	heading,
	isJustClaimed,
}: Pick<Props, "heading" | "isJustClaimed"> & { claim: OwnedTarget }) {
	const { scope, can } = useScope();
	const { state, submit } = useSubmission();
	const { stage, word, sentence } = ownershipLabels(claim);
	const done = stage === "verified";
	const busy = state.status === "submitting";
	return (
		<>
			<p className="mt-2 inline-flex items-center gap-2 font-semibold text-15">
				<ShapeMark path={SHAPES[stage]} />
				{word}
			</p>
			<p className="mt-1 text-15 text-quiet">{sentence}</p>
			<p role="status" className="mt-3 wrap-anywhere text-15 empty:hidden">
				{checkedText(claim)}
			</p>
			<details className="mt-2" open={(isJustClaimed && !done) || undefined}>
				<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
					How to verify it
				</summary>
				<div className="mt-2">
					<ProofWays target={claim} />
				</div>
			</details>
			<div className="mt-3 grid justify-items-start gap-3 empty:hidden">
				{can("arrange") && (
					<Button
						variant={done ? "secondary" : "primary"}
						disabled={busy}
						onClick={() => void submit(() => verifyTarget(claim.id, scope))}
						aria-describedby={heading}
					>
						{busy ? "Checking…" : "Check now"}
					</Button>
				)}
				<SubmissionFailure title="Not done" state={state} />
			</div>
		</>
	);
}

/** Whether a host is verified, and how to verify it. */
export function OwnershipSection({ host, claim, heading, isJustClaimed }: Props) {
	return claim ? (
		<Verification claim={claim} heading={heading} isJustClaimed={isJustClaimed} />
	) : (
		<Unverified host={host} heading={heading} />
	);
}
