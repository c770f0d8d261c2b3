type Signed = { revision: number; sha256: string };

type Given = {
	/** The assessment's revision before the signatures arrive. */
	revision: number;
	/** Earlier sign-offs, whether they stand or not. */
	signOffs: readonly Signed[];
	sha256: string;
	/** Whether the signed answers are still the current ones. */
	stands: boolean;
};

/** The first revision number that is not taken yet. */
export const nextRevision = (revision: number, signOffs: readonly Pick<Signed, "revision">[]): number =>
	Math.max(revision, ...signOffs.map((one) => one.revision)) + 1;

/**
 * Which revision the signatures belong to, and which one the assessment is in after they arrive. A revision is one text: if the answers
 * changed in the meantime, the signatures get the revision of their own text, or an unused number, and the current answers get a later
 * one, unless they already have their own.
 */
export function revisionsOf({ revision, signOffs, sha256, stands }: Given): { signed: number; now: number } {
	if (stands) return { signed: revision, now: revision };
	const same = signOffs.find((one) => one.sha256 === sha256);
	if (same) return { signed: same.revision, now: revision };
	const next = nextRevision(revision, signOffs);
	return signOffs.some((one) => one.revision === revision)
		? { signed: next, now: revision }
		: { signed: revision, now: next };
}
