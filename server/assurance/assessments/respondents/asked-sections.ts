import type { Template } from "#contract/assessments/template.ts";

/**
 * A template with only these sections. A question that depends on one in another section is always asked: a respondent must not learn
 * what a member answered there.
 */
export function askedSections(template: Template, sections: readonly string[]): Template {
	const asked = template.sections.filter(({ id }) => sections.includes(id));
	const known = new Set(asked.flatMap(({ questions }) => questions.map(({ id }) => id)));
	return {
		...template,
		sections: asked.map((section) => ({
			...section,
			questions: section.questions.map(({ showIf, ...question }) => ({
				...question,
				...(showIf && known.has(showIf.question) && { showIf }),
			})),
		})),
	};
}
