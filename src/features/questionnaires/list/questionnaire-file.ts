import { QUESTIONNAIRE_TYPES, type QuestionnaireType } from "#contract/questionnaires/file-types.ts";

const endOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** By its name: browsers know too few media types. Null for a file that cannot be one. */
export const questionnaireTypeOf = ({ name }: Pick<File, "name">): QuestionnaireType | null =>
	QUESTIONNAIRE_TYPES.find((type) => type === endOf(name)) ?? null;

/** An initial title. */
export const titleOf = ({ name }: Pick<File, "name">): string =>
	name
		.slice(0, Math.max(name.lastIndexOf("."), 0))
		.replace(/[_\s]+/g, " ")
		.trim()
		.slice(0, 200);
