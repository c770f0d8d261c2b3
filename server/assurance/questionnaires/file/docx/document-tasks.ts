import { decodeText, encodeLike } from "#server/platform/files/decode-text.ts";
import { planOf, SOURCE } from "../find/plan.ts";
import type { Answers, CellAnswer, ReadQuestionnaire } from "../found.ts";
import { type Splice, splice } from "../splice.ts";
import { findInDocument } from "./find-in-document.ts";
import { readDocument } from "./read-document.ts";
import { writeAtEnd, writeBehind, writeInCell, writeInParagraph } from "./write-text.ts";

export function readDocumentFile(bytes: Uint8Array): ReadQuestionnaire {
	const { questions, notTaken } = findInDocument(readDocument(decodeText(bytes)));
	return {
		questions: questions.map((each) => ({
			id: each.id,
			place: each.is === "cell" ? `Table ${each.table.no}, row ${each.question.no}` : `Paragraph ${each.no}`,
			section: each.section,
			text: each.text,
			answer: each.answer,
		})),
		notTaken,
	};
}

/** Sources go below the answers: another column would break the layout of a page. */
export function fillDocument(bytes: Uint8Array, answers: Answers): { content: Uint8Array; used: string[] } {
	const xml = decodeText(bytes);
	const used = new Set<string>();
	const changes = findInDocument(readDocument(xml)).questions.flatMap((asked): Splice[] => {
		const given = answers.get(asked.id);
		if (!given) return [];
		if (asked.is === "cell") {
			const { rows } = asked.table;
			const plan = planOf([{ ...asked.question, id: asked.id }], answers, used);
			return plan.cells.flatMap(({ no, column, text }) => {
				const cell = rows[no - 1]?.cells.find((each) => each.column === column);
				if (!cell) return [];
				return writeInCell(xml, cell.element, column === asked.question.into ? withSources(given) : text);
			});
		}
		used.add(asked.id);
		const { place } = asked;
		const text = withSources(given);
		if (place.is === "new") return [writeBehind(place.after.element, text)];
		const { element } = place.paragraph;
		return [
			place.is === "in" ? writeInParagraph(xml, element, place.label + text) : writeAtEnd(xml, element, ` ${text}`),
		];
	});
	return { content: encodeLike(bytes, splice(xml, changes)), used: [...used] };
}

const withSources = ({ answer, sources }: CellAnswer): string =>
	sources.trim() === "" ? answer : `${answer}\n${SOURCE}${sources}`;
