import { ANSWER_NOTE_LIMIT, type Answer, type AnswerValue, valueFault } from "#contract/assessments/answers.ts";
import type { Question } from "#contract/assessments/template.ts";
import type { Typed } from "./drafts/drafts.ts";

/** The typed input as parts of an answer, or why it is not valid. */
type ReadTyped = { ok: true; parts: Partial<Pick<Answer, "value" | "note">> } | { ok: false; message: string };

/** The typed input as a value; null clears the answer. */
function typedValue(question: Question, { text, choices }: Typed): AnswerValue | null | undefined {
	if (question.type === "several" && choices !== undefined) return { type: "several", choices };
	const plain = text?.trim();
	if (plain === undefined) return undefined;
	if (plain === "") return null;
	switch (question.type) {
		case "text":
			return { type: "text", text: plain };
		case "number":
			return { type: "number", number: Number(plain.replace(",", ".")) };
		case "date":
			return { type: "date", date: plain };
		case "asset-tag":
			return { type: "asset-tag", tag: plain.replaceAll(/\s+/g, " ") };
		default:
			return undefined;
	}
}

/** The field's text for a question that is answered by typing. */
export function typedText(value: AnswerValue | null): string {
	switch (value?.type) {
		case "text":
			return value.text;
		case "number":
			return String(value.number);
		case "date":
			return value.date;
		case "asset-tag":
			return value.tag;
		default:
			return "";
	}
}

export function readTyped(question: Question, typed: Typed): ReadTyped {
	const value = typedValue(question, typed);
	const note = typed.note?.trim();
	if (value?.type === "number" && !Number.isFinite(value.number))
		return { ok: false, message: "Please give a number." };
	if (note !== undefined && note.length > ANSWER_NOTE_LIMIT) return { ok: false, message: "That note is too long." };
	const fault = value && valueFault(question, value);
	if (fault) return { ok: false, message: fault };
	return { ok: true, parts: { ...(value !== undefined && { value }), ...(note !== undefined && { note }) } };
}

/** An answer with some parts changed. A changed value is the person's own, so it loses its source. */
export function withChanges(before: Answer, change: Partial<Omit<Answer, "source">>): Answer {
	const { source, ...own } = { ...before, ...change };
	const isOwn = source === undefined || JSON.stringify(own.value) !== JSON.stringify(before.value);
	return isOwn ? own : { ...own, source };
}
