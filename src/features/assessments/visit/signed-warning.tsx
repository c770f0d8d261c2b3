import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";

/** Before an answer changes: what that does to signatures. */
export function SignedWarning({ shown }: { shown: ShownAssessment }) {
	const [standing] = shown.signOffs.filter(({ voidedAt }) => voidedAt === null);
	if (!standing) return null;
	const names = standing.signers.map(({ name }) => name).join(", ");
	return (
		<p role="status" className="wrap-anywhere mb-3 border-ink border-s-4 ps-3 text-15">
			Signed by <bdi>{names}</bdi>. A change makes revision {standing.revision + 1}, and the signatures no longer count.
		</p>
	);
}
