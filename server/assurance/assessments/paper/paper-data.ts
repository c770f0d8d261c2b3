import type { AssessmentSummary, Proposal, SignOff } from "#contract/assessments/assessments.ts";
import type { Standings } from "#contract/assessments/progress.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { Logo, LogoFile } from "#server/platform/files/pictures/logo.ts";
import type { Whose } from "../../frameworks/paper.ts";

/** A file of an answer: its name, and a thumbnail if it has one that paper can show. */
export type PaperFile = { name: string; picture: Logo | null };

/** Everything that the PDF of an assessment says. */
export type PaperData = {
	whose: Whose;
	assessment: Pick<AssessmentSummary, "id" | "title" | "subject" | "startedAt" | "startedBy">;
	template: Template;
	standings: Standings;
	/** What scans observed. */
	observed: readonly Proposal[];
	revision: number;
	/** The hash of the answers, in hex. */
	sha256: string;
	/** The sign-offs of this revision, oldest first; none if the current answers are printed. */
	signOffs: readonly Pick<SignOff, "signers" | "place" | "saidAt">[];
	/** Files of answers and signatures, by evidence. Files that have not arrived or were deleted are missing. */
	files: ReadonlyMap<string, readonly PaperFile[]>;
};

/** The same as it was read, with no pictures unpacked yet. Identical pictures share one bytes object. */
export type PaperSource = Omit<PaperData, "files"> & {
	files: ReadonlyMap<string, readonly { name: string; file: LogoFile | null }[]>;
};
