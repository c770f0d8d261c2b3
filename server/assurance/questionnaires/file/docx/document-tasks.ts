import type { Mapping } from "#contract/questionnaires/mapping.ts";
import { decodeText, encodeLike } from "#server/platform/files/decode-text.ts";
import { createListing } from "../find/listing.ts";
import { planOf, SOURCE } from "../find/plan.ts";
import type { Answers, CellAnswer, HowToFill, ReadQuestionnaire } from "../found.ts";
import { type Splice, splice } from "../splice.ts";
import { findInDocument } from "./find-in-document.ts";
import { readDocument } from "./read-document.ts";
import { writeAtEnd, writeBehind, writeInCell, writeInList, writeInParagraph } from "./write-text.ts";

export function readDocumentFile(bytes: Uint8Array, mapping: Mapping): ReadQuestionnaire {
	const { questions, tables, notTaken } = findInDocument(readDocument(decodeText(bytes)), mapping);
	const { lists, asked } = createListing();
	return {
		questions: questions.map((each) =>
			each.is === "cell"
				? {
						id: each.id,
						place: `Table ${each.table.no}, row ${each.question.no}`,
						...asked(each.question),
						section: each.section,
					}
				: {
						id: each.id,
						place: `Paragraph ${each.no}`,
						section: each.section,
						text: each.text,
						answer: each.answer,
						list: null,
						hasText: true,
					},
		),
		lists,
		tables,
		notTaken,
	};
}

/** Sources go below the answers: another column would break the layout of a page. Those that should be comments are left out. */
export function fillDocument(
	bytes: Uint8Array,
	answers: Answers,
	how: HowToFill,
): { content: Uint8Array; used: string[] } {
	const { mapping, replace, sources } = how;
	const xml = decodeText(bytes);
	const used = new Set<string>();
	const textOf = (given: CellAnswer) => (sources === "column" ? withSources(given) : given.answer);
	const { questions } = findInDocument(readDocument(xml), mapping);
	const inTables = Map.groupBy(
		questions.filter((asked) => asked.is === "cell"),
		({ grid }) => grid,
	);
	const inCells = [...inTables].flatMap(([grid, all]): Splice[] => {
		const asked = all.map(({ id, question }) => ({ ...question, id }));
		const plan = planOf(grid, { questions: asked, newHeads: [] }, answers, how, used);
		const sourceAt = new Map(plan.sources.map(({ at, like, text }) => [`${at} ${like}`, text]));
		return plan.cells.flatMap(({ no, column, text }) => {
			const cell = all[0]?.table.rows[no - 1]?.cells.find((each) => each.column === column);
			const source = sources === "column" ? (sourceAt.get(`${no} ${column}`) ?? "") : "";
			if (!cell) return [];
			return cell.list
				? writeInList(xml, cell.list, text)
				: writeInCell(xml, cell.element, withSources({ answer: text, sources: source }));
		});
	});
	const inParagraphs = questions.flatMap((asked): Splice[] => {
		const given = answers.get(asked.id);
		if (!given || asked.is === "cell") return [];
		used.add(asked.id);
		const { place } = asked;
		if (place.is === "new") return [writeBehind(place.after.element, textOf(given))];
		if (place.is === "in" && asked.answer !== "" && !replace) return [];
		const { element } = place.paragraph;
		return [
			place.is === "in"
				? writeInParagraph(xml, element, place.label + textOf(given))
				: writeAtEnd(xml, element, ` ${textOf(given)}`),
		];
	});
	return { content: encodeLike(bytes, splice(xml, [...inCells, ...inParagraphs])), used: [...used] };
}

const withSources = ({ answer, sources }: CellAnswer): string =>
	sources.trim() === "" ? answer : `${answer}\n${SOURCE}${sources}`;
