import type { Base } from "#server/platform/base.ts";
import { createQuestionnaireFiles } from "./file/questionnaire-files.ts";
import { createQuestionnaireDesk } from "./questionnaire-desk.ts";
import { createLibraryStore } from "./store/library/library-store.ts";
import { createQuestionnaireStore } from "./store/questionnaire-store.ts";

const MEGABYTE = 1_000_000;

/** Questionnaires that customers sent, and the library of approved answers. */
export function wireQuestionnaires({ config, deps: { now }, walled, onClose }: Base) {
	const files = createQuestionnaireFiles();
	onClose(files.close);
	const store = createQuestionnaireStore(walled, now, config.EVIDENCE_QUOTA_MB * MEGABYTE);
	return { store, desk: createQuestionnaireDesk(files, store), library: createLibraryStore(walled, now) };
}
export type Questionnaires = ReturnType<typeof wireQuestionnaires>;
