import { valueFault } from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import { type Standings, standingIn } from "#contract/assessments/progress.ts";
import { choicesOf, type Question, questionsOf, type Template } from "#contract/assessments/template.ts";
import type { Observed } from "../../findings/facts/observed.ts";
import { RULES, scannedText } from "./rules.ts";

/** Whether a template has questions that scans can answer in part. */
export const asksObserved = (template: Template): boolean =>
	questionsOf(template).some((question) => question.type === "choice" && question.observed !== undefined);

/** What scans observed, as proposals. There is none for what no scan checked, or for what a question has no choice for. Pure. */
export const observedProposals = (template: Template, observed: Observed): Proposal[] =>
	questionsOf(template).flatMap((question) => proposalOf(question, observed));

function proposalOf(question: Question, observed: Observed): Proposal[] {
	if (question.type !== "choice" || question.observed === undefined) return [];
	const observation = RULES[question.observed](observed);
	const choice = choicesOf(question).find(({ met }) => met === observation?.met);
	if (!observation || observation.seen.length === 0 || !choice) return [];
	const { text, seen } = observation;
	const at = new Date(Math.max(...seen.map((scan) => scan.at.getTime()))).toISOString();
	return [
		{
			questionId: question.id,
			answer: {
				value: { type: "choice", choice: choice.id },
				// It says more if the question asks for that.
				note: text,
				evidence: [],
				source: { from: "observation", text, at },
			},
			label: scannedText(seen),
		},
	];
}

/** A photo and a signature belong to their day, and a location is asked for again. */
const OF_THEIR_DAY: ReadonlySet<Question["type"]> = new Set(["photo", "signature", "place"]);

/** Last time's answers, as far as the template still asks for them. Pure. */
export const beforeProposals = (
	template: Template,
	before: { id: string; title: string; standings: Standings },
): Proposal[] =>
	questionsOf(template).flatMap((question) => {
		const standing = standingIn(before.standings, question.id);
		if (standing.status !== "answered" || OF_THEIR_DAY.has(question.type)) return [];
		const { answer, saidAt } = standing.word;
		if (answer.value === null || answer.value.type === "not-seen" || valueFault(question, answer.value)) return [];
		return {
			questionId: question.id,
			answer: { value: answer.value, note: answer.note, evidence: [], source: { from: "before", at: saidAt } },
			label: before.title,
			assessmentId: before.id,
		};
	});
