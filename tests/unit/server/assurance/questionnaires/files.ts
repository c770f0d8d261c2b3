import { createQuestionnaireFiles } from "#server/assurance/questionnaires/file/questionnaire-files.ts";
import { afterFile } from "#tests/support/after-file.ts";

/** Reads and fills as the product does, on a separate thread. */
export function startFiles() {
	const files = createQuestionnaireFiles();
	afterFile(files.close);
	return files;
}

/** An answer and a source for each of these, all distinguishable. */
export const answersFor = (questions: readonly { id: string }[]) =>
	new Map(questions.map(({ id }) => [id, { answer: `Yes. This answers ${id}.`, sources: `Library, ${id}` }]));
