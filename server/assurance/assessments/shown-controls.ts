import { askedOf, isGapIn, metOf, type Standings, standingIn } from "#contract/assessments/progress.ts";
import type { Question, Template } from "#contract/assessments/template.ts";

type Shown = "shown" | "speaks-against" | "nothing";

/**
 * The controls of our catalog that answers are evidence for: those for which every question that is asked has an answer, and none of the
 * answers is "partly", "no" or "not seen". Evidence on a control covers it, and an unmet answer must not: it becomes a task about the
 * control instead.
 */
export function shownControls(template: Template, standings: Standings): string[] {
	const about = askedOf(template, standings).flatMap((question) => {
		const shown = shownBy(question, standings);
		return question.controls.map((code) => ({ code, shown }));
	});
	return [...Map.groupBy(about, ({ code }) => code)]
		.filter(
			([, all]) => all.some(({ shown }) => shown === "shown") && all.every(({ shown }) => shown !== "speaks-against"),
		)
		.map(([code]) => code)
		.toSorted();
}

function shownBy(question: Question, standings: Standings): Shown {
	const standing = standingIn(standings, question.id);
	if (standing.status === "open" && question.optional) return "nothing";
	if (standing.status !== "answered" || standing.word.answer.value?.type === "not-seen") return "speaks-against";
	const met = metOf(question, standing);
	if (isGapIn(met)) return "speaks-against";
	// What does not apply is not evidence for anything.
	return question.type === "choice" && met === null ? "nothing" : "shown";
}
