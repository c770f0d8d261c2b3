import type { Answer } from "#contract/assessments/answers.ts";
import { choicesOf, type Question } from "#contract/assessments/template.ts";
import { placeText } from "#contract/evidence/place-text.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";

/** The answer in words, without its note. Empty if there is none. */
export function shownAnswer(question: Question, { value, evidence }: Pick<Answer, "value" | "evidence">): string {
	const labelOf = (id: string) => {
		const choices = question.type === "choice" || question.type === "several" ? choicesOf(question) : [];
		return choices.find((one) => one.id === id)?.label ?? id;
	};
	switch (value?.type) {
		case undefined:
			return "";
		case "choice":
			return labelOf(value.choice);
		case "several":
			return value.choices.length === 0 ? "None of them" : value.choices.map(labelOf).join(", ");
		case "text":
			return value.text;
		case "number":
			return `${value.number.toLocaleString("en")}${question.type === "number" && question.unit !== "" ? ` ${question.unit}` : ""}`;
		case "date":
			return dayText(value.date);
		case "photo":
			return counted(evidence.length, "photo");
		case "signature":
			return "Signed";
		case "place":
			return placeText(value.place);
		case "asset-tag":
			return value.tag;
		case "not-seen":
			return "Not seen";
	}
}
