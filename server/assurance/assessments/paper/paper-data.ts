import type { AssessmentSummary, Proposal, SignOff } from "#contract/assessments/assessments.ts";
import type { Standings } from "#contract/assessments/progress.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { Logo, LogoFile } from "#server/platform/files/pictures/logo.ts";
import type { Whose } from "../../frameworks/paper.ts";

/** A file of an answer: its name, and a small picture of it if it has one that paper can show. */
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
	/** Of the answers, in hex. */
	sha256: string;
	/** The sign-offs of this revision, oldest first; none if it is printed as it stands. */
	signOffs: readonly Pick<SignOff, "signers" | "place" | "saidAt">[];
	/** Files of answers and signatures, by evidence. What has not arrived, or was deleted, is not there. */
	files: ReadonlyMap<string, readonly PaperFile[]>;
};

/** The same as it was read: nothing of its pictures is unpacked yet. What is the same picture has the same bytes object. */
export type PaperSource = Omit<PaperData, "files"> & {
	files: ReadonlyMap<string, readonly { name: string; file: LogoFile | null }[]>;
};
