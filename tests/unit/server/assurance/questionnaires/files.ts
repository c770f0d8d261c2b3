import { AS_FOUND } from "#server/assurance/questionnaires/file/found.ts";
import { createQuestionnaireFiles } from "#server/assurance/questionnaires/file/questionnaire-files.ts";
import { afterFile } from "#tests/support/after-file.ts";

/** Reads and fills as the product does, on a separate thread. */
export function startFiles() {
	const files = createQuestionnaireFiles();
	afterFile(files.close);
	return files;
}

/** Full cells are filled, too. */
export const REPLACING = { ...AS_FOUND, replace: true };

/** An answer and a source for each of these, all distinguishable. */
export const answersFor = (questions: readonly { id: string }[]) =>
	new Map(questions.map(({ id }) => [id, { answer: `Yes. This answers ${id}.`, sources: `Library, ${id}` }]));
