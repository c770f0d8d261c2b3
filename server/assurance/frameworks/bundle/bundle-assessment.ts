/** An assessment in a bundle: once for each of its sign-offs, or once without one. */
export type BundleAssessment = {
	id: string;
	title: string;
	subject: string;
	template: string;
	version: number;
	state: string;
	changedAt: string;
	answered: number;
	asked: number;
	missing: number;
	gaps: number;
	/** Null if nobody signed it. */
	signOff: { revision: number; signedAt: string; signers: string[]; sha256: string; stands: boolean } | null;
};
