import { cellAt, type Grid, type GridRow } from "./grid.ts";

/** What the columns of a table are for. */
export type Columns = {
	question: number;
	/** Where the answer goes. */
	answer: number;
	/** Beside an answer that accepts only certain words. */
	comments?: number;
	id?: number;
	section?: number;
	/** Words that the answer's heading asks for, such as yes and no. */
	choices?: readonly string[];
};

type Role = "question" | "answer" | "comments" | "id" | "section";
type Rated = { role: Role; rate: number };

/** Headings of columns that others fill in, or that explain how to answer. */
const NOT_OURS =
	/\b(?:type|format|options?|choices|guidance|guidelines?|instructions?|help|examples?|expected|sample|scor\w*|weight\w*|points|rating|risk|reviewers?|reviewed|assessors?|auditors?|internal|evaluat\w*|priority|owner|due|date|mandatory|required|sources?)\b/;
/** The first that fits counts. Ratings: 3 names the column, 2 says it among other words, 1 may mean it. */
const ROLES: readonly (readonly [words: RegExp, ...Rated[]])[] = [
	[/^(?:no|nr|num|id|ids|ref|refs|reference|index|item no|s no|sl no|sr no|q|qid)$/, { role: "id", rate: 3 }],
	[
		/\b(?:id|ref|number|identifier)$|\b(?:questions?|items?|controls?|requirements?|serial|line|row|s|sl|sr) (?:no|nr)$/,
		{ role: "id", rate: 2 },
	],
	[/^questions?$/, { role: "question", rate: 3 }],
	[
		/^(?:responses?|answers?|reply|your (?:answer|response|reply)|(?:vendor|supplier) (?:answer|response|reply))$/,
		{ role: "answer", rate: 3 },
	],
	[/^(?:comments?|notes?|remarks?)$/, { role: "comments", rate: 3 }],
	[
		/\b(?:comments?|notes?|remarks?|explanations?|explain|justification|evidence|rationale|elaborat\w*|additional|further|details?)\b/,
		{ role: "comments", rate: 2 },
	],
	[/\b(?:responses?|answers?|reply|replies|yes no|y n)\b/, { role: "answer", rate: 2 }],
	[/\bquestions?\b/, { role: "question", rate: 2 }],
	[
		/\b(?:compliant|compliance|comply|complies|in place|implemented|implementation|supported|status|met)\b/,
		{ role: "answer", rate: 1 },
	],
	[
		/^(?:sections?|domains?|categor(?:y|ies)|areas?|famil(?:y|ies)|chapters?|themes?|groups?|functions?)$/,
		{ role: "section", rate: 3 },
	],
	[
		/\b(?:requirements?|controls?|quer(?:y|ies)|criteri(?:a|on)|statements?|items?|measures?|checks?|asks?|descriptions?)\b/,
		{ role: "question", rate: 1 },
	],
	[/\b(?:sections?|domains?|categor(?:y|ies)|areas?|topics?|famil(?:y|ies))\b/, { role: "section", rate: 2 }],
];

const HEAD_CHARACTERS = 80;
const HEAD_WORDS = 10;

const wordsOf = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll("#", " no ")
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();

function rate(text: string): Rated | undefined {
	if (text.length > HEAD_CHARACTERS) return undefined;
	const words = wordsOf(text);
	if (words === "" || words.split(" ").length > HEAD_WORDS) return undefined;
	const found = ROLES.find(([form]) => form.test(words))?.[1];
	// `Reviewer comments` is not ours, and `Answer options` is not an answer column. A heading that only names the role always counts.
	return found && (found.rate === 3 || found.role === "id" || !NOT_OURS.test(words)) ? found : undefined;
}

/** Whether a text names a column of questions without asking anything itself. */
export const isQuestionHead = (text: string): boolean => {
	const rated = rate(text);
	return rated?.role === "question" && rated.rate === 3;
};

/** Undefined if this is not a heading row: that needs a heading for questions, and one for answers or comments. */
export function headsOf(row: GridRow, { isColumnHidden }: Grid, isFirst: boolean): Columns | undefined {
	const rated = row.cells.flatMap(({ text }, column) => {
		const found = isColumnHidden(column) ? undefined : rate(text);
		return found ? [{ ...found, column }] : [];
	});
	const best = (role: Role, not: readonly (number | undefined)[], least = 1) =>
		rated
			.filter((each) => each.role === role && each.rate >= least && !not.includes(each.column))
			.reduce<(typeof rated)[number] | undefined>((a, b) => (a && a.rate >= b.rate ? a : b), undefined)?.column;
	// Rows among the questions may use such words, too.
	const least = isFirst ? 1 : 2;
	const question = best("question", [], least) ?? (isFirst ? best("section", []) : undefined);
	if (question === undefined) return undefined;
	const answer = best("answer", [question], least);
	const comments = best("comments", [question, answer], least);
	const into = answer ?? comments;
	if (into === undefined) return undefined;
	const id = best("id", [question]);
	const section = best("section", [question]);
	const choices = answer === undefined ? undefined : choicesIn(cellAt(row, answer).text);
	return {
		question,
		answer: into,
		...(answer !== undefined && comments !== undefined && { comments }),
		...(id !== undefined && { id }),
		...(section !== undefined && { section }),
		...(choices && { choices }),
	};
}

const CHOICES: readonly (readonly [form: RegExp, choices: readonly string[]])[] = [
	[/\byes no\b/, ["Yes", "No", "N/A", "Partly"]],
	[/\by n\b/, ["Y", "N", "N/A"]],
];

function choicesIn(head: string): readonly string[] | undefined {
	const words = wordsOf(head);
	// The heading itself says that there is room for more.
	if (/\b(?:comments?|details?|explain|explanation|describe)\b/.test(words)) return undefined;
	return CHOICES.find(([form]) => form.test(words))?.[1];
}
