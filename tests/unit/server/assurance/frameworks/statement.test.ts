import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { PACKS } from "#contract/frameworks/packs.ts";
import { paperPdf } from "#server/assurance/frameworks/paper.ts";
import { statementFile } from "#server/assurance/frameworks/statement/statement-file.ts";
import { readXlsx } from "#server/platform/files/xlsx/read-xlsx.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { HOSTILE, sampleFramework, WHOSE } from "./papers.ts";

const GOLDEN = new URL("../../../../fixtures/frameworks/", import.meta.url);
const fileOf = (format: "pdf" | "csv" | "xlsx") =>
	statementFile({ document: paperPdf }, WHOSE, { framework: sampleFramework(), format });

test("the statement says what it said before, word for word", async () => {
	const { marked } = readPdf(await fileOf("pdf"));
	const lines = marked.map(([tag, text]) => `${tag}\t${text}\n`).join("");
	await expect(lines).toMatchFileSnapshot(new URL("statement.pdf.txt", GOLDEN).pathname);
	await expect((await fileOf("csv")).toString()).toMatchFileSnapshot(new URL("statement.csv", GOLDEN).pathname);
	const parts = Object.entries(unzipSync(new Uint8Array(await fileOf("xlsx"))));
	const sheets = parts.map(([path, xml]) => `${path}\n${strFromU8(xml).replaceAll(/<(?:row|c) /g, "\n$&")}\n`);
	await expect(sheets.join("\n")).toMatchFileSnapshot(new URL("statement.xlsx.txt", GOLDEN).pathname);
});

test.each(["pdf", "csv", "xlsx"] as const)("the same data gives the same bytes as %s", async (format) => {
	expect((await fileOf(format)).equals(await fileOf(format))).toBe(true);
});

test("every requirement is in it once, in order, and no heading", async () => {
	const { data } = Papa.parse<string[]>((await fileOf("csv")).toString().trimEnd());
	const headings = new Set(PACKS.mvsp.requirements.map(({ parent }) => parent));
	expect(data.slice(1).map(([id]) => id)).toEqual(
		PACKS.mvsp.requirements.map(({ id }) => id).filter((id) => !headings.has(id)),
	);
});

test("no field is a formula, in either table", async () => {
	const { data } = Papa.parse<string[]>((await fileOf("csv")).toString().trimEnd());
	for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@]/);
	const [rows = []] = [...readXlsx(await unpackXlsx(await fileOf("xlsx")), 1_000)];
	expect(rows.flatMap(({ cells }) => cells).some(({ formula }) => formula)).toBe(false);
	expect(rows.map(({ cells }) => cells[0]?.text)).toEqual(data.map(([id]) => id));
	expect(rows.find(({ cells }) => cells[0]?.text === "1.2")?.cells[4]?.text).toBe(HOSTILE);
});

test("a retired control counts for nothing, and what does not apply has no standing", async () => {
	const { data } = Papa.parse<Record<string, string>>((await fileOf("csv")).toString().trimEnd(), { header: true });
	const row = (id: string) => data.find((each) => each.ID === id);
	expect(row("1.1")).toMatchObject({ Standing: "Evidence against", Controls: "VM-01, VM-02", Evidence: "3" });
	expect(row("1.2")).toMatchObject({ Standing: "", Decision: "Not applicable" });
	expect(row("1.3")).toMatchObject({ Standing: "Not evaluated", Controls: "" });
});
