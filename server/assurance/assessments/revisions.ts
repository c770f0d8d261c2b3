type Signed = { revision: number; sha256: string };

type Given = {
	/** Of the assessment, before the signatures arrive. */
	revision: number;
	/** Those that arrived before, standing or not. */
	signOffs: readonly Signed[];
	sha256: string;
	/** Whether what they are over is what stands. */
	stands: boolean;
};

/** The first revision that has no number yet. */
export const nextRevision = (revision: number, signOffs: readonly Pick<Signed, "revision">[]): number =>
	Math.max(revision, ...signOffs.map((one) => one.revision)) + 1;

/**
 * Which revision signatures are over, and which the assessment is in after they arrived. A revision is one text: signatures over
 * answers that changed meanwhile get the revision of their own text, or a number that none has, and the answers that stand are then
 * in a later one, unless they have theirs already.
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
