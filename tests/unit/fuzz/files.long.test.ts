import fc from "fast-check";
import { expect, test } from "vitest";
import { template } from "#contract/assessments/template.ts";
import { faultsOf } from "#contract/frameworks/pack.ts";
import { TASKS as TEMPLATES } from "#server/assurance/assessments/templates/readers.ts";
import { writeTemplate } from "#server/assurance/assessments/templates/write-template.ts";
import { TASKS as CATALOGS } from "#server/assurance/frameworks/catalog/readers.ts";
import { mainPart, openQuestionnaire } from "#server/assurance/questionnaires/file/office-file.ts";
import { TASKS as QUESTIONNAIRES } from "#server/assurance/questionnaires/file/tasks.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { unpackXlsx, xlsxParts } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { openZip } from "#server/platform/files/zip/zip-reader.ts";
import { everything } from "#tests/support/assessments/templates.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, nearly } from "#tests/support/fuzz/wild.ts";
import {
	documentParts,
	documentTable,
	type Parts,
	paragraph,
	sheetData,
	workbookParts,
	zipFile,
} from "#tests/support/questionnaires/office-files.ts";

/** For each kind in a test run; `npm run fuzz` sends ten times as many. */
const FILES = 150;

type Outcome = { ok: true } | { ok: false; message: string };

const bytesOf = (text: string) => Buffer.from(text);
const json = (value: unknown) => nearly(value).map((changed) => bytesOf(JSON.stringify(changed)));
const text = (sound: string) => mutated(sound).map(bytesOf);

/** A package with one part changed, or with some of its bytes. */
function packed(parts: Parts, whole: Buffer): fc.Arbitrary<Buffer | Parts> {
	const part = fc
		.constantFrom(...Object.entries(parts))
		.chain(([path, content]) => mutated(String(content)).map((changed) => ({ ...parts, [path]: changed })));
	const bytes = fc
		.tuple(
			fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
			fc.oneof(fc.constant(whole.length), fc.nat(whole.length)),
		)
		.map(([changes, length]) => {
			const changed = Buffer.from(whole);
			for (const [at, value] of changes) changed[at] = value;
			return changed.subarray(0, length);
		});
	return fc.oneof({ weight: 3, arbitrary: part }, { weight: 1, arbitrary: bytes });
}
const fileOf = async (file: Buffer | Parts) => (Buffer.isBuffer(file) ? file : zipFile(file));

async function partsOf(file: Buffer): Promise<Parts> {
	const { sizes, read } = await openZip(file);
	return Object.fromEntries(
		await Promise.all([...sizes.keys()].map(async (path) => [path, (await read(path)).toString()])),
	);
}

const OSCAL = {
	catalog: {
		uuid: "a2f9ab0c-8d1a-4d7e-9f0e-0a1b2c3d4e5f",
		metadata: { title: "The framework", version: "2.0" },
		groups: [
			{
				id: "pr",
				title: "PROTECT",
				groups: [
					{
						id: "pr.aa",
						controls: [
							{
								id: "x-1",
								title: "Identities",
								props: [{ name: "label", value: "PR.AA-01" }],
								params: [
									{ id: "who", label: "people" },
									{ id: "when", values: ["daily"] },
								],
								parts: [
									{ name: "statement", prose: "Ask {{ insert: param, who }}.", parts: [{ name: "item", prose: "b" }] },
								],
								controls: [{ id: "pr.aa-02", title: "More" }],
							},
						],
					},
				],
			},
		],
	},
};
const TABLE = [
	["ID", "Title", "Text"],
	["A.5.1", "Policies", "Have them."],
	["A.8.24", "Cryptography", "Use it; well."],
];
const QUESTIONS = [
	["No.", "Question", "Answer"],
	["1", "Do you encrypt backups?", ""],
	["2", "How often do you restore one?", ""],
];
const csvOf = (rows: readonly (readonly string[])[]) =>
	rows.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\r\n");
const sheetOf = (rows: readonly (readonly string[])[]) => workbookParts([{ name: "One", sheet: sheetData(rows) }]);
const document = documentParts(
	paragraph("Please answer.") + documentTable(QUESTIONS.map((row) => row.map((cell) => paragraph(cell)))),
);
const templateFile = await writeTemplate(everything, "xlsx");
const templateParts = await partsOf(templateFile);
const [catalogFile, questionnaireFile, documentFile] = await Promise.all(
	[sheetOf(TABLE), sheetOf(QUESTIONS), document].map(zipFile),
);
if (!catalogFile || !questionnaireFile || !documentFile) throw new Error("Files were not made");

const asTemplate = (read: ReturnType<typeof TEMPLATES.readJson>): Outcome => {
	if (read.ok) expect(template.safeParse(read.template).success).toBe(true);
	return read;
};

const asPack = (read: ReturnType<typeof CATALOGS.ownCsv>): Outcome => {
	if (read.ok) expect(faultsOf(read.read)).toEqual([]);
	return read;
};

const KINDS: [kind: string, files: fc.Arbitrary<Buffer | Parts>, read: (file: Buffer) => Outcome | Promise<Outcome>][] =
	[
		[
			"an OSCAL catalog",
			fc.oneof(json(OSCAL), text(JSON.stringify(OSCAL))),
			(file) => CATALOGS.readOscal(file, "nist-csf"),
		],
		["a catalog as CSV", text(csvOf(TABLE)), (file) => CATALOGS.readCsv(file, "iso-27001")],
		[
			"a catalog as XLSX",
			packed(sheetOf(TABLE), catalogFile),
			async (file) => CATALOGS.readWorkbook(await unpackXlsx(file), "iso-27001"),
		],
		[
			"a framework of one’s own as OSCAL",
			fc.oneof(json(OSCAL), text(JSON.stringify(OSCAL))),
			(file) => asPack(CATALOGS.ownOscal(file)),
		],
		["a framework of one’s own as CSV", text(csvOf(TABLE)), (file) => asPack(CATALOGS.ownCsv(file))],
		[
			"a framework of one’s own as XLSX",
			packed(sheetOf(TABLE), catalogFile),
			async (file) => asPack(CATALOGS.ownWorkbook(await unpackXlsx(file))),
		],
		[
			"a template as JSON",
			fc.oneof(json(everything), text(JSON.stringify(everything))),
			(file) => asTemplate(TEMPLATES.readJson(file)),
		],
		[
			"a template as XLSX",
			packed(templateParts, templateFile),
			async (file) => asTemplate(TEMPLATES.readWorkbook(await unpackXlsx(file))),
		],
		["a questionnaire as CSV", text(csvOf(QUESTIONS)), (file) => QUESTIONNAIRES.readCsv(file)],
		[
			"a questionnaire as XLSX",
			packed(sheetOf(QUESTIONS), questionnaireFile),
			async (file) => QUESTIONNAIRES.readWorkbook(await xlsxParts(await openQuestionnaire(file, "xlsx"))),
		],
		[
			"a questionnaire as DOCX",
			packed(document, documentFile),
			async (file) => {
				const zip = await openQuestionnaire(file, "docx");
				return QUESTIONNAIRES.readDocument(await zip.read(await mainPart(zip)));
			},
		],
	];

test.each(KINDS)(
	"%s with anything wrong in it is read, or refused with a sentence",
	async (_kind, files, read) => {
		const seen = { read: 0, refused: 0 };
		await fuzz(
			fc.asyncProperty(files, async (file) => {
				try {
					const outcome = await read(await fileOf(file));
					// As it leaves its thread.
					structuredClone(outcome);
					if (outcome.ok) seen.read += 1;
					else {
						seen.refused += 1;
						expect(outcome.message).toMatch(/\w+/);
					}
				} catch (error) {
					if (!(error instanceof BadFile)) throw error;
					seen.refused += 1;
					expect(error.message).toMatch(/\w+/);
				}
			}),
			{ runs: FILES },
		);
		// Otherwise they are only turned away at the door.
		expect(seen.read, JSON.stringify(seen)).toBeGreaterThan(0);
	},
	600_000,
);
