import type { QuestionId } from "#contract/assessments/template.ts";

/** What an assessment's address shows: the overview, a question (empty: where the person left off), or signing. */
export type AssessmentAddress = { shows: "overview" } | { shows: "visit"; question: string } | { shows: "signing" };

export function readAddress(query: URLSearchParams): AssessmentAddress {
	const question = query.get("question");
	if (question !== null) return { shows: "visit", question };
	return { shows: query.has("sign") ? "signing" : "overview" };
}

export function writeAddress(address: AssessmentAddress): URLSearchParams {
	switch (address.shows) {
		case "overview":
			return new URLSearchParams();
		case "visit":
			return new URLSearchParams({ question: address.question });
		case "signing":
			return new URLSearchParams({ sign: "" });
	}
}

export const assessmentPath = (id: string): string => `/dashboard/assessments/${id}`;

/** `question` null: where the person left off. */
export const visitPath = (id: string, question: QuestionId | null): string =>
	`${assessmentPath(id)}?${writeAddress({ shows: "visit", question: question ?? "" })}`;

export const signingPath = (id: string): string => `${assessmentPath(id)}?${writeAddress({ shows: "signing" })}`;
