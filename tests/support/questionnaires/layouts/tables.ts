import { DOCUMENTS } from "./documents.ts";
import { FURTHER_FORMS } from "./further-forms.ts";
import { HELD_OUT } from "./held-out.ts";
import type { Layout } from "./layout.ts";
import { type Draw, drawFrom } from "./layout-texts.ts";
import { MARKS_AND_LISTS } from "./marks-and-lists.ts";
import { MATRICES } from "./matrices.ts";
import { type Measured, measure } from "./measure.ts";
import { MORE_FORMS } from "./more-forms.ts";
import { ODD_FORMS } from "./odd-forms.ts";
import { OWN_FORMS } from "./own-forms.ts";

/** Layouts that the finder of questions was made with, and those it was never tuned on. */
export const SETS = {
	tuned: [...MATRICES, ...MARKS_AND_LISTS, ...OWN_FORMS, ...MORE_FORMS, ...ODD_FORMS, ...FURTHER_FORMS, ...DOCUMENTS],
	"held out": HELD_OUT,
};
export const SEEDS = [1, 2, 3];

export type Totals = { questions: number; found: number; wrong: number; placed: number };

/** Each layout, filled with the texts of several seeds. */
export async function measureSet(set: readonly ((draw: Draw) => Layout)[]): Promise<{ each: Measured[]; all: Totals }> {
	const each: Measured[] = [];
	for (const make of set) {
		const runs: Measured[] = [];
		for (const seed of SEEDS) runs.push(await measure(make(drawFrom(seed))));
		const [first] = runs;
		if (!first) continue;
		each.push({
			...first,
			...totalsOf(runs),
			missed: runs.flatMap(({ missed }) => missed),
			extra: runs.flatMap(({ extra }) => extra),
			misplaced: runs.flatMap(({ misplaced }) => misplaced),
		});
	}
	return { each, all: totalsOf(each) };
}

const totalsOf = (all: readonly Totals[]): Totals => {
	const sum = (of: (each: Totals) => number): number => all.reduce((total, each) => total + of(each), 0);
	return {
		questions: sum((each) => each.questions),
		found: sum((each) => each.found),
		wrong: sum((each) => each.wrong),
		placed: sum((each) => each.placed),
	};
};

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

/** Found and placed are shares of what is asked; false is a share of what was taken. */
export const rowOf = (name: string, { questions, found, wrong, placed }: Totals): string =>
	`| ${name} | ${questions} | ${percent(found, questions)} | ${percent(wrong, found + wrong)} | ${percent(placed, questions)} |`;
