import type { QueryClient } from "@tanstack/react-query";
import type { AssessmentSummary } from "#contract/assessments/assessments.ts";
import type { TemplateId } from "#contract/assessments/template.ts";
import {
	assessmentListQuery,
	assessmentQuery,
	proposalsQuery,
	templatesQuery,
} from "#src/lib/assessments/assessments-api.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import type { Anew, Keep, Keyed } from "./keep.ts";

/** How many assessments in progress to keep in full, last changed first. */
const DETAILS = 50;
const PAGES = 20;

const isOpen = ({ state }: AssessmentSummary): boolean => state !== "signed" && state !== "closed";

/** The ones to keep: those in progress, and the last signed one, which the next visit is compared with. */
export function assessmentsToTake(all: readonly AssessmentSummary[]): AssessmentSummary[] {
	const signed = all.find(({ state }) => state === "signed");
	return [...all.filter(isOpen).slice(0, DETAILS), ...(signed ? [signed] : [])];
}

/** Reads and keeps a client's assessments, and what a new one starts with. Resolves to the details that are left to read. */
export async function takeAssessments(
	queries: QueryClient,
	scope: WorkScope,
	anew: Anew,
	keep: Keep,
): Promise<Keyed[]> {
	const [templates, list] = [templatesQuery(scope), assessmentListQuery({}, scope)];
	const known = await keep(templates, queries.fetchQuery({ ...templates, ...anew }));
	const first = await queries.fetchInfiniteQuery({ ...list, ...anew, pages: 1 });
	const whole =
		first.pages.at(-1)?.next === null
			? Promise.resolve(first)
			: queries.fetchInfiniteQuery({ ...list, ...anew, pages: PAGES });
	const { pages } = await keep(list, whole);
	const taken = assessmentsToTake(pages.flatMap((page) => page.assessments));
	const subjects = new Map(
		taken
			.filter(({ subject }) => subject !== "")
			.map(({ templateId, subject }) => [JSON.stringify([templateId, subject]), { templateId, subject }]),
	);
	return [
		...known.templates.map(({ template }) => proposalsQuery(template.id, "", scope)),
		...[...subjects.values()].map(({ templateId, subject }) =>
			proposalsQuery(templateId as TemplateId, subject, scope),
		),
		...taken.map(({ id }) => assessmentQuery(id, scope)),
	];
}
