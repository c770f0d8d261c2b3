import { asBuffer } from "#server/platform/off-loop/as-buffer.ts";
import { createOffLoop, type GaveUp } from "#server/platform/off-loop/off-loop.ts";
import type { ReportDocument } from "#server/platform/paper/document/document.ts";
import { PaperGaveUp } from "#server/platform/paper/paper-gave-up.ts";
import { type Papers as DocumentPapers, paperPdf, type Whose } from "../../frameworks/paper.ts";
import { assessmentDocument } from "./assessment-document.ts";
import type { PaperSource } from "./paper-data.ts";
import { readPictures } from "./read-pictures.ts";

const madeFor = (whose: Whose): Whose => {
	const { logo } = whose.workspace;
	return { ...whose, workspace: { ...whose.workspace, logo: logo && { ...logo, bytes: asBuffer(logo.bytes) } } };
};

/** What runs on the thread. */
export const TASKS = {
	assessment: (source: PaperSource) =>
		paperPdf(madeFor(source.whose), assessmentDocument({ ...source, files: readPictures(source.files) })),
	document: (whose: Whose, document: ReportDocument) => paperPdf(madeFor(whose), document),
};

/** Makes PDFs where they hold up nobody: strangers decide how long they are and what is in their pictures. */
export type Papers = DocumentPapers & {
	/** Throws PaperGaveUp. */
	assessment(source: PaperSource): Promise<Buffer>;
	close(): Promise<void>;
};

/** A PDF with as many pictures as allowed takes about ten seconds on a slow machine. */
const TIME_MS = 40_000;

export function createPapers({ timeMs = TIME_MS } = {}): Papers {
	const module = new URL(import.meta.url);
	const { run, close } = createOffLoop<typeof TASKS>({ module, threads: 1, timeMs, megabytes: 768 });
	return {
		assessment: async (source) => fileOf(await run("assessment", source)),
		document: async (whose, document) => fileOf(await run("document", whose, document)),
		close,
	};
}

function fileOf(done: { status: "done"; value: Uint8Array } | GaveUp): Buffer {
	if (done.status === "done") return asBuffer(done.value);
	throw new PaperGaveUp(
		`Making this PDF took more ${done.why} than we allow, so there is none. What it is about is kept. Please take large pictures out of it, or ask for a shorter time.`,
	);
}
