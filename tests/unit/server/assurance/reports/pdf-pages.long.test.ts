import { expect, test } from "vitest";
import type { Block, ReportDocument } from "#server/platform/paper/document/document.ts";
import { renderPdf } from "#server/platform/paper/pdf/render-pdf.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";

const LEAD = 60;

const documentOf = (blocks: Block[], before: number): ReportDocument => ({
	kind: "Test",
	title: "Pages",
	name: "Pages",
	meta: [],
	description: "Pages",
	generatedAt: "2026-11-21T08:15:00.000Z",
	author: "Test",
	sections: [
		{
			id: "before",
			heading: "Before",
			blocks: [{ type: "paragraph", text: Array.from({ length: before }, () => "·").join("\n") }],
		},
		{ id: "table", heading: "Table", blocks },
	],
});

/** However far down a page it starts, a table's header and its last row are never alone on a page. */
test.each([2, 3, 4, 5, 12, 30])("no row of a table of %i stands alone", async (count) => {
	const table: Block = {
		type: "table",
		caption: "Rows",
		columns: [
			{ head: "One", share: 1 },
			{ head: "Two", share: 3 },
		],
		rows: Array.from({ length: count }, (_, index) => [`row ${index}`, "text ".repeat(20 + (index % 3) * 15)]),
	};
	for (let before = 1; before < LEAD; before += 4) {
		const { byPage } = readPdf(await renderPdf(documentOf([table], before)));
		const rows = byPage.map((page) => page.filter(([tag, text]) => tag === "TD" && text.startsWith("row ")).length);
		expect(
			rows.filter((on) => on === 1),
			`${count} rows after ${before} lines`,
		).toEqual([]);
		for (const page of byPage) expect(page.at(-1)?.[0], `after ${before} lines`).toMatch(/^(TD|P)$/);
	}
});

test("no line of a paragraph stands alone", async () => {
	const text = Array.from({ length: 9 }, () => "alone").join("\n");
	for (let before = 1; before < LEAD; before += 1) {
		const { byPage } = readPdf(await renderPdf(documentOf([{ type: "paragraph", text }], before)));
		const lines = byPage.flatMap((page) => page.flatMap(([, said]) => said.match(/alone/g)?.length ?? []));
		expect(Math.min(...lines), `after ${before} lines`).toBeGreaterThan(1);
	}
});
