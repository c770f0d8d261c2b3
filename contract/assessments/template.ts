import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";

/** Most questions of one template. */
export const QUESTIONS_LIMIT = 300;
const SECTIONS_LIMIT = 40;
export const CHOICES_LIMIT = 30;

/** The id of a template, section, question or choice: it stays the same when the wording changes. */
const slug = z
	.string("Please give an ID.")
	.check(
		atMost(60, "That ID is too long."),
		z.regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, "An ID is made of small letters, digits, dots and hyphens."),
	);
export const templateId = slug.brand<"TemplateId">();
export type TemplateId = z.infer<typeof templateId>;
export const questionId = slug.brand<"QuestionId">();
export type QuestionId = z.infer<typeof questionId>;
export const sectionId = slug;

/** What scans observe and can propose answers from (server/assurance/assessments/observed). */
export const OBSERVED = [
	"security-txt",
	"scan-cadence",
	"encrypted-transport",
	"supported-software",
	"web-weaknesses",
	"time-to-fix",
	"exposed-services",
] as const;
export type Observed = (typeof OBSERVED)[number];

const text = (most: number, what: string) =>
	z
		.string(`Please give ${what}.`)
		.check(
			inOneLine(),
			z.trim(),
			z.minLength(1, `Please give ${what}.`),
			atMost(most, `That text is too long: at most ${most} characters.`),
		);
const optionalText = (most: number) =>
	z._default(
		z
			.string("Please give a text.")
			.check(inOneLine(), z.trim(), atMost(most, `That text is too long: at most ${most} characters.`)),
		"",
	);

/** How good an answer is. Null: it is neither good nor bad, like `does not apply`. */
const met = z.nullable(z.enum(["yes", "partly", "no"], "An answer is met with yes, partly or no, or says nothing."));
export type Met = z.infer<typeof met>;

const choice = z.strictObject({ id: slug, label: text(120, "a label"), met: z._default(met, null) });
export type Choice = z.infer<typeof choice>;

/** What a choice question offers if it has no choices of its own. */
const USUAL_CHOICES: readonly Choice[] = [
	{ id: "yes", label: "Yes", met: "yes" },
	{ id: "partly", label: "Partly", met: "partly" },
	{ id: "no", label: "No", met: "no" },
	{ id: "not-applicable", label: "Does not apply", met: null },
];

const TWO_CHOICES = "Please give at least two choices.";
const mostChoices = z.maxLength(CHOICES_LIMIT, `At most ${CHOICES_LIMIT} choices can be offered.`);

/** The fields of every question, whatever its type. */
const asked = {
	id: questionId,
	text: text(500, "the question"),
	/** What a good answer looks like, or where to look. */
	hint: optionalText(1_000),
	/** The rule it refers to: `NDPA 2023, s. 24`. */
	provision: optionalText(120),
	/** Codes of the catalog controls for which its answer is evidence. */
	controls: z._default(
		z
			.array(z.string().check(z.regex(/^[A-Z]{2,3}-\d{2}$/, "A control looks like VM-01.")))
			.check(z.maxLength(20, "That is too many controls.")),
		[],
	),
	/** May be left unanswered. */
	optional: z._default(z.boolean(), false),
	/** Asked only if an earlier choice question was answered with one of these. */
	showIf: z.optional(
		z.strictObject({
			question: questionId,
			is: z.array(slug).check(z.minLength(1, "Please give at least one choice."), mostChoices),
		}),
	),
};

export const QUESTION_TYPES = [
	"choice",
	"several",
	"text",
	"number",
	"date",
	"photo",
	"signature",
	"place",
	"asset-tag",
] as const;

const choices = z.array(choice, TWO_CHOICES).check(z.minLength(2, TWO_CHOICES), mostChoices);
const bound = z.optional(z.number("Please give a number."));

const question = z.discriminatedUnion(
	"type",
	[
		z.strictObject({
			...asked,
			type: z.literal("choice"),
			/** Left out: USUAL_CHOICES. */
			choices: z.optional(choices),
			/** A choice met partly or not at all needs a photo or a note. */
			needsMore: z._default(z.boolean(), false),
			/** The rule that proposes an answer from what scans observed. */
			observed: z.optional(z.enum(OBSERVED, `What is observed is one of ${OBSERVED.join(", ")}.`)),
		}),
		z.strictObject({ ...asked, type: z.literal("several"), choices }),
		z.strictObject({ ...asked, type: z.literal("text") }),
		z.strictObject({ ...asked, type: z.literal("number"), unit: optionalText(30), from: bound, to: bound }),
		z.strictObject({ ...asked, type: z.literal("date") }),
		z.strictObject({ ...asked, type: z.literal("photo") }),
		z.strictObject({ ...asked, type: z.literal("signature") }),
		z.strictObject({ ...asked, type: z.literal("place") }),
		z.strictObject({ ...asked, type: z.literal("asset-tag") }),
	],
	`A question is one of ${QUESTION_TYPES.join(", ")}.`,
);
export type Question = z.infer<typeof question>;

const section = z.strictObject({
	id: sectionId,
	title: text(120, "the section’s title"),
	questions: z
		.array(question)
		.check(
			z.minLength(1, "A section has at least one question."),
			z.maxLength(QUESTIONS_LIMIT, `A section has at most ${QUESTIONS_LIMIT} questions.`),
		),
});

/** Whom it asks: the company itself, a supplier, or people on site. */
export const TEMPLATE_KINDS = ["self", "vendor", "visit"] as const;

const VERSIONS_LIMIT = 100_000;
const VERSIONS = `A version is from 1 to ${VERSIONS_LIMIT}.`;

/** Questions as data. A version never changes, and an assessment keeps the version it started with. */
export const template = z.strictObject({
	id: templateId,
	version: z
		.int("Please give the version as a whole number.")
		.check(z.minimum(1, VERSIONS), z.maximum(VERSIONS_LIMIT, VERSIONS)),
	title: text(120, "a title"),
	/** What it is for, in one or two sentences. */
	about: text(700, "a sentence about it"),
	kind: z.enum(TEMPLATE_KINDS, `A template is one of ${TEMPLATE_KINDS.join(", ")}.`),
	/** Where its questions come from. */
	source: z.strictObject({
		title: text(200, "the source"),
		url: z._default(
			z
				.string("Please give the source’s address.")
				.check(
					z.trim(),
					atMost(500, "That address is too long."),
					z.regex(/^(?:https:\/\/[!-~]+)?$/, "An address begins with https:// and has no spaces."),
				),
			"",
		),
	}),
	/** The day they were last compared with the source. */
	asOf: z.iso.date("Please give the day as YYYY-MM-DD."),
	sections: z
		.array(section)
		.check(
			z.minLength(1, "A template has at least one section."),
			z.maxLength(SECTIONS_LIMIT, `A template has at most ${SECTIONS_LIMIT} sections.`),
		),
});
export type Template = z.infer<typeof template>;
export type Section = Template["sections"][number];

export const choicesOf = (one: Extract<Question, { type: "choice" | "several" }>): readonly Choice[] =>
	one.choices ?? USUAL_CHOICES;

/** All questions, in their order. */
export const questionsOf = ({ sections }: Pick<Template, "sections">): Question[] =>
	sections.flatMap(({ questions }) => questions);

/** A fault in a template. `question`: its index among all questions, from 0; null if the fault concerns the whole template. */
export type TemplateFault = { question: number | null; why: string };

/**
 * Why a template cannot be used; empty if it can. A condition refers to a choice question above it, so that conditions cannot form
 * a cycle. `controls`: the existing codes.
 */
export function faultsOf(
	{ sections }: Pick<Template, "sections">,
	controls: { has(code: string): boolean },
): TemplateFault[] {
	const faults: TemplateFault[] = [];
	const above = new Map<string, Question>();
	const titled = new Set<string>();
	let place = 0;
	for (const { id, questions } of sections) {
		if (titled.has(id)) faults.push({ question: place, why: `The section “${id}” is there twice.` });
		titled.add(id);
		for (const each of questions) {
			const whys = [
				...(above.has(each.id) ? [`The question “${each.id}” is there twice.`] : []),
				...choiceFaults(each),
				...conditionFaults(each, above),
				...rangeFaults(each),
				...each.controls.filter((code) => !controls.has(code)).map((code) => `There is no control “${code}”.`),
			];
			faults.push(...whys.map((why) => ({ question: place, why })));
			above.set(each.id, each);
			place += 1;
		}
	}
	if (place > QUESTIONS_LIMIT) {
		faults.push({ question: null, why: `It has ${place} questions; at most ${QUESTIONS_LIMIT} can be asked.` });
	}
	return faults;
}

function choiceFaults(one: Question): string[] {
	if (one.type !== "choice" && one.type !== "several") return [];
	const ids = choicesOf(one).map(({ id }) => id);
	const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
	return twice.map((id) => `It has the choice “${id}” twice.`);
}

function conditionFaults({ showIf }: Question, above: ReadonlyMap<string, Question>): string[] {
	if (!showIf) return [];
	const on = above.get(showIf.question);
	if (!on) return [`It depends on “${showIf.question}”, and no question above it has that ID.`];
	if (on.type !== "choice") return [`It depends on “${on.id}”, which has no single choice.`];
	const offered = choicesOf(on).map((one) => one.id);
	return showIf.is
		.filter((wanted) => !offered.includes(wanted))
		.map((wanted) => `It depends on the choice “${wanted}”, which “${on.id}” does not offer.`);
}

function rangeFaults(one: Question): string[] {
	if (one.type !== "number" || one.from === undefined || one.to === undefined || one.from <= one.to) return [];
	return [`It takes numbers from ${one.from} to ${one.to}, which is none.`];
}
