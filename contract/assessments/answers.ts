import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { canonicalJson } from "#contract/canonical-json.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { place } from "#contract/evidence/place.ts";
import { accountId } from "#contract/ids.ts";
import { choicesOf, type Question, questionId } from "./template.ts";

/** Most photos and files in one answer. */
export const ANSWER_EVIDENCE_LIMIT = 20;
export const ANSWER_NOTE_LIMIT = 4_000;

/** What a person answered. `not-seen` fits every question: it could not be looked at. */
const answerValue = z.discriminatedUnion(
	"type",
	[
		z.strictObject({ type: z.literal("choice"), choice: z.string().check(atMost(60, "That is not a choice.")) }),
		z.strictObject({
			type: z.literal("several"),
			choices: z.array(z.string().check(atMost(60, "That is not a choice."))).check(z.maxLength(30)),
		}),
		z.strictObject({
			type: z.literal("text"),
			text: z
				.string("Please give the answer as text.")
				.check(z.trim(), z.minLength(1, "Please give the answer as text."), atMost(4_000, "That answer is too long.")),
		}),
		z.strictObject({ type: z.literal("number"), number: z.number("Please give a number.") }),
		z.strictObject({ type: z.literal("date"), date: z.iso.date("Please give the day as YYYY-MM-DD.") }),
		/** Its photos are the answer's evidence. */
		z.strictObject({ type: z.literal("photo") }),
		/** Its picture is the answer's evidence. */
		z.strictObject({ type: z.literal("signature") }),
		z.strictObject({ type: z.literal("place"), place }),
		z.strictObject({
			type: z.literal("asset-tag"),
			tag: z
				.string("Please give the tag.")
				.check(inOneLine(), z.trim(), z.minLength(1, "Please give the tag."), atMost(100, "That tag is too long.")),
		}),
		z.strictObject({ type: z.literal("not-seen") }),
	],
	"This is no answer.",
);
export type AnswerValue = z.infer<typeof answerValue>;

/** The source of a proposal that a person confirmed. */
export const answerSource = z.discriminatedUnion("from", [
	/** What scans observed, in a sentence, and when. */
	z.strictObject({
		from: z.literal("observation"),
		text: z.string().check(atMost(500, "That is too long.")),
		at: z.iso.datetime(),
	}),
	/** The previous assessment, and when the question was answered there. */
	z.strictObject({ from: z.literal("before"), at: z.iso.datetime() }),
]);

/** An answer: a value and what belongs to it. A value of null takes the answer back. */
export const answer = z.strictObject({
	value: z.nullable(answerValue),
	note: z.string("Please give the note as text.").check(z.trim(), atMost(ANSWER_NOTE_LIMIT, "That note is too long.")),
	/** Photos and files that belong to it. They may still be on their way. */
	evidence: z.array(evidenceId).check(z.maxLength(ANSWER_EVIDENCE_LIMIT, "That is too many files for one answer.")),
	/** Left out: the person's own. */
	source: z.optional(answerSource),
});
export type Answer = z.infer<typeof answer>;

/** One word, which is one recorded answer to one question: a UUID v7 made on the device. */
export const wordId = z.uuid("This is not a word’s ID.").brand<"WordId">();
export type WordId = z.infer<typeof wordId>;

/** A member, or a person who answers through a link and has only a name. */
const speaker = z.object({
	accountId: z.nullable(accountId),
	name: z.string(),
	/** Whether it was said through a link. Left out: it was not. */
	throughLink: z.optional(z.literal(true)),
});
type Speaker = z.infer<typeof speaker>;

/** Who said it, for display: `Grace Hopper (through a link)`. */
export const speakerText = ({ name, throughLink }: Speaker): string =>
	throughLink ? `${name} (through a link)` : name;

/** What was said about a question. It is written once and never changes. */
export const answerWord = z.object({
	id: wordId,
	questionId,
	answer,
	/** The words that the person had seen and that this one replaces. */
	after: z.array(wordId),
	by: speaker,
	/** By the device's clock. */
	saidAt: z.iso.datetime(),
	/** By the server's. Null: still waiting on this device. */
	receivedAt: z.nullable(z.iso.datetime()),
});
export type AnswerWord = z.infer<typeof answerWord>;

/** Where a question stands. `differs`: people gave different answers without seeing each other's, and one has to be picked. */
export type AnswerStanding =
	| { status: "open" }
	| { status: "answered"; word: AnswerWord }
	| { status: "differs"; words: readonly AnswerWord[] };

/** The words that currently stand. */
export const wordsIn = (standing: AnswerStanding): readonly AnswerWord[] =>
	standing.status === "open" ? [] : standing.status === "answered" ? [standing.word] : standing.words;

const byTime = (one: AnswerWord, other: AnswerWord) => (timeOf(one) < timeOf(other) ? -1 : 1);
const timeOf = ({ saidAt, id }: AnswerWord) => `${saidAt} ${id}`;

/** Whether two answers say the same, wherever they came from. */
export const isSameAnswer = (one: Answer, other: Answer): boolean => answerText(one) === answerText(other);

/** An answer as one text, for hashing and comparing. The same answer gives the same text, whatever the order of its keys. */
export const answerText = ({ value, note, evidence }: Answer): string =>
	canonicalJson([value, note, evidence.toSorted()]);

/**
 * Where a question stands after these words about it. A word replaces those that its speaker had seen, however long it takes to
 * arrive and whatever the clocks say. Remaining words that differ were said in parallel: all stand until a later word has seen all
 * of them.
 */
export function standingOf(words: readonly AnswerWord[]): AnswerStanding {
	const said = new Set<string>();
	const different = latestOf(words)
		.toSorted(byTime)
		.filter(({ answer }) => {
			const text = answerText(answer);
			const isNew = !said.has(text);
			said.add(text);
			return isNew;
		});
	const [only] = different;
	if (only === undefined) return { status: "open" };
	if (different.length > 1) return { status: "differs", words: different };
	return only.answer.value === null ? { status: "open" } : { status: "answered", word: only };
}

/** The words about one question that no other word replaced: the next one comes after them. Words that replace each other all stand. */
export function latestOf(words: readonly AnswerWord[]): readonly AnswerWord[] {
	const replaced = new Set(words.flatMap(({ after }) => after));
	const latest = words.filter(({ id }) => !replaced.has(id));
	return latest.length === 0 ? words : latest;
}

/** Why a value does not answer a question; null if it does. */
export function valueFault(question: Question, value: AnswerValue): string | null {
	if (value.type === "not-seen") return null;
	if (value.type !== question.type) return `This question asks for ${NAMES[question.type]}.`;
	if (question.type === "choice" && value.type === "choice") {
		return choicesOf(question).some(({ id }) => id === value.choice) ? null : "This is not one of the choices.";
	}
	if (question.type === "several" && value.type === "several") {
		const offered = new Set(choicesOf(question).map(({ id }) => id));
		return value.choices.every((id) => offered.has(id)) ? null : "This is not one of the choices.";
	}
	if (question.type === "number" && value.type === "number") {
		if (question.from !== undefined && value.number < question.from) return `Please give at least ${question.from}.`;
		if (question.to !== undefined && value.number > question.to) return `Please give at most ${question.to}.`;
	}
	return null;
}

const NAMES: Record<Question["type"], string> = {
	choice: "one choice",
	several: "choices",
	text: "a text",
	number: "a number",
	date: "a day",
	photo: "a photo",
	signature: "a signature",
	place: "a place",
	"asset-tag": "an asset tag",
};
