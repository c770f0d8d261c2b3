import type { FrameworkDetail, STATEMENT_FORMATS } from "#contract/frameworks/frameworks.ts";
import { xlsxFile } from "#server/platform/files/xlsx/xlsx-file.ts";
import { type Papers, subjectOf, type Whose } from "../paper.ts";
import { statementDocument } from "./statement-document.ts";
import { statementCsv, statementSheets } from "./statement-rows.ts";

export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** The statement of applicability as a file. The same data gives the same bytes. */
export async function statementFile(
	papers: Papers,
	whose: Whose,
	{ framework, format }: { framework: FrameworkDetail; format: StatementFormat },
): Promise<Buffer> {
	switch (format) {
		case "pdf":
			return papers.document(whose, statementDocument(whose, framework));
		case "csv":
			return Buffer.from(statementCsv(framework, subjectOf(whose)));
		case "xlsx":
			return xlsxFile(statementSheets(framework, subjectOf(whose)), new Date(whose.generatedAt));
	}
}
