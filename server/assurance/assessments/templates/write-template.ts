import type { TemplateFormat } from "#contract/assessments/assessment-operations.ts";
import { type Choice, type Question, type Template, template } from "#contract/assessments/template.ts";
import { type Sheet, xlsxFile } from "#server/platform/files/xlsx/xlsx-file.ts";
import { HOW_TO } from "./how-to.ts";
import { COLUMNS, type Column, FACTS, FACTS_SHEET, type Fact, MET_WORDS, QUESTIONS_SHEET } from "./template-sheets.ts";

/** ZIP files have dates from 1980 on, and templates have none: all of them get this one. */
const MADE = new Date("2026-01-01");

/** A template as a file that can be read back. The same template gives the same bytes, whatever order a database stored its fields in. */
export async function writeTemplate(stored: Template, format: TemplateFormat): Promise<Buffer> {
	const ordered = template.parse(stored);
	switch (format) {
		case "json":
			return Buffer.from(`${JSON.stringify(ordered, withoutDefaults, "\t")}\n`);
		case "xlsx":
			return xlsxFile([factsSheet(ordered), questionsSheet(ordered), HOW_TO], MADE);
	}
}

/** Defaults are left out. */
function withoutDefaults(_key: string, value: unknown): unknown {
	const isDefault = value === "" || value === false || value === null || (Array.isArray(value) && value.length === 0);
	return isDefault ? undefined : value;
}

function factsSheet({ id, version, title, about, kind, source, asOf }: Template): Sheet {
	const facts: Record<Fact, string> = {
		id,
		version: String(version),
		title,
		about,
		kind,
		source: source.title,
		sourceUrl: source.url,
		asOf,
	};
	return {
		name: FACTS_SHEET,
		columns: [
			{ head: "Fact", width: 18 },
			{ head: "Value", width: 110 },
		],
		rows: Object.entries(FACTS).map(([fact, name]) => [name, facts[fact as Fact]]),
	};
}

function questionsSheet({ sections }: Template): Sheet {
	const columns = Object.keys(COLUMNS) as Column[];
	const rows = sections.flatMap(({ id, title, questions }) =>
		questions.map((question) => {
			const cells: Partial<Record<Column, string | undefined>> = {
				section: id,
				sectionTitle: title,
				...cellsOf(question),
			};
			return columns.map((column) => cells[column] ?? "");
		}),
	);
	return { name: QUESTIONS_SHEET, columns: Object.values(COLUMNS), rows };
}

/** A question, as the cells that are not empty. */
function cellsOf(question: Question): Partial<Record<Column, string | undefined>> {
	const { id, text, hint, type, provision, controls, optional, showIf } = question;
	return {
		id,
		text,
		hint,
		type,
		provision,
		controls: controls.join(", "),
		...(optional && { optional: "yes" }),
		...(showIf && { showIf: `${showIf.question} = ${showIf.is.join(", ")}` }),
		...("choices" in question && { choices: question.choices?.map(choiceText).join("\n") }),
		...(question.type === "choice" && {
			...(question.needsMore && { needsMore: "yes" }),
			observed: question.observed,
		}),
		...(question.type === "number" && {
			unit: question.unit,
			from: question.from?.toString(),
			to: question.to?.toString(),
		}),
	};
}

const choiceText = ({ id, label, met }: Choice): string =>
	`${id}${met === null ? "" : ` (${MET_WORDS[met]})`} = ${label}`;
