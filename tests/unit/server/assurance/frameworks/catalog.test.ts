import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { ShippedPack } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { collect } from "#server/assurance/frameworks/catalog/collect.ts";
import { idFinder } from "#server/assurance/frameworks/catalog/match-ids.ts";
import { readOscal } from "#server/assurance/frameworks/catalog/read-oscal.ts";
import { readCsv, readWorkbook } from "#server/assurance/frameworks/catalog/read-table.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { xlsxFile } from "#server/platform/files/xlsx/xlsx-file.ts";
import { zipOf } from "#server/platform/files/zip/zip-writer.ts";

const csf = PACKS["nist-csf"];
const iso = PACKS["iso-27001"];
const soc = PACKS["soc-2"];
const gdpr = PACKS.gdpr;

const bytes = (text: string) => new TextEncoder().encode(text);
const oscal = (catalog: unknown) => readOscal(bytes(JSON.stringify({ catalog })), collect(csf));
/** Finds ids in a file that says what it is, and has a clause and this. */
const finder = (pack: ShippedPack, spelling: string) =>
	idFinder(pack, { ids: [["4.1"], [spelling]], isSaid: true, words: "" });
const csv = (text: string, pack = iso) => readCsv(bytes(text), collect(pack));

test.each([
	[iso, "A5.1", "A.5.1"],
	[iso, "a.5.01", "A.5.1"],
	[iso, " A 8 . 24 ", "A.8.24"],
	[iso, "5.1", "5.1"],
	[soc, "CC 6.1", "CC6.1"],
	[soc, "cc6.1", "CC6.1"],
	[csf, "pr.aa-1", "PR.AA-01"],
	[gdpr, "Article 32 (1)", "Art. 32(1)"],
	[PACKS.hipaa, "§ 164.308(a)(1)(ii)(A)", "164.308(a)(1)(ii)(A)"],
])("%#: an ID may be spelled differently: %2$s", (pack, spelling, id) => {
	expect(finder(pack, spelling)([spelling])).toEqual({ ok: true, id });
});

test.each([
	[csf, "PR.AC-1", "This ID is of NIST CSF 1.1. The pack is of"],
	[iso, "A.9.2.1", "This ID is of ISO/IEC 27001:2013. The pack is of 2022"],
	[csf, "AC-2", "has no such ID in this pack"],
	[soc, "", "has no such ID in this pack"],
])("%#: an ID that the pack does not have is explained: %2$s", (pack, spelling, why) => {
	expect(finder(pack, spelling)([spelling])).toEqual({ ok: false, why: expect.stringContaining(why) });
});

test("two IDs of a pack that differ in spelling only are not mixed up", () => {
	const pack = { ...iso, requirements: ["1.1", "1.01"].map((id) => ({ id, title: id, about: id })) };
	expect(finder(pack, "4.1")(["1.01"])).toEqual({ ok: true, id: "1.01" });
	expect(finder(pack, "4.1")(["1.001"])).toMatchObject({ ok: false });
});

test("an OSCAL catalog is read with its groups, nested controls, parts and parameters", () => {
	const read = oscal({
		metadata: { title: "The framework", version: "7\u0000" },
		groups: [
			{
				id: "pr",
				title: "PROTECT",
				groups: [
					{
						id: "pr.aa",
						title: "Identity",
						controls: [
							{
								id: "x-1",
								props: [{ name: "label", value: "PR.AA-01" }],
								title: "Identities",
								params: [
									{ id: "who", label: "organization-defined people" },
									{ id: "when", values: ["daily"] },
									{
										id: "how",
										select: { "how-many": "one-or-more", choice: ["by {{ insert: param, who }}", "by hand"] },
									},
								],
								parts: [
									{
										name: "statement",
										prose: "Manage for {{ insert: param, who }}, {{insert: param, when}}:",
										parts: [
											{
												name: "item",
												props: [{ name: "label", value: "a." }],
												prose: "{{ insert: param, how }}; {{ insert: param, none }}",
											},
										],
									},
									{ name: "guidance", prose: "Advice is not what it asks for." },
								],
								controls: [{ id: "pr.aa-02", title: "Nested", parts: [] }],
							},
						],
					},
				],
			},
			{ id: "zz", title: "Unknown" },
		],
		controls: [{ id: "pr.ac-1", title: "Old" }, { title: "Nameless" }],
	});
	expect(read).toMatchObject({ title: "The framework", version: "7" });
	expect(read.texts).toEqual([
		{ id: "PR", title: "PROTECT", text: "" },
		{ id: "PR.AA", title: "Identity", text: "" },
		{
			id: "PR.AA-01",
			title: "Identities",
			text: "Manage for [organization-defined people], daily:\na. [one or more of: by [organization-defined people]; by hand]; [none]",
		},
		{ id: "PR.AA-02", title: "Nested", text: "" },
	]);
	expect(read.notTaken).toEqual([
		{ where: "groups/1", id: "zz", kind: "unknown", why: "NIST CSF 2.0 has no such ID in this pack." },
		{ where: "controls/0", id: "pr.ac-1", kind: "unknown", why: expect.stringContaining("NIST CSF 1.1") },
		{ where: "controls/1", id: "", kind: "unusable", why: "It has no ID." },
	]);
});

test("a catalog may put names around its IDs, call things by their IDs alone, and have those of another edition", () => {
	const label = (value: string) => [{ name: "label", value }];
	const read = oscal({
		metadata: { title: "CSF", version: "1.2.0" },
		groups: [
			{
				id: "GV",
				title: "GOVERN",
				props: label("GOVERN (GV)"),
				parts: [{ name: "overview", prose: "An overview" }],
				controls: [
					{
						id: "GV.OC-01",
						title: "GV.OC-01",
						props: label("GV.OC-01"),
						parts: [
							{ name: "statement", prose: "A statement" },
							{ name: "example", prose: "An example" },
						],
					},
					{ id: "ID.BE-01", title: "ID.BE-01", props: label("ID.BE-01"), parts: [] },
				],
			},
		],
	});
	expect(read.texts).toEqual([
		{ id: "GV", title: "GOVERN", text: "An overview" },
		{ id: "GV.OC-01", title: "", text: "A statement" },
	]);
	expect(read.notTaken).toMatchObject([{ where: "groups/0/controls/1", why: expect.stringContaining("no such ID") }]);
});

test("parameters that contain themselves, or each other without end, are said and not followed", () => {
	const many = Array.from({ length: 20 }, (_, n) => ({
		id: `p${n}`,
		label: n === 0 ? "a".repeat(100) : `{{ insert: param, p${n - 1} }}{{ insert: param, p${n - 1} }}`,
	}));
	const read = oscal({
		controls: [
			{
				id: "pr.aa-01",
				title: "Circle",
				params: [
					{ id: "a", label: "{{ insert: param, b }}" },
					{ id: "b", label: "{{ insert: param, a }}" },
				],
				parts: [{ name: "statement", prose: "{{ insert: param, a }}" }],
			},
			{
				id: "pr.aa-02",
				title: "Growth",
				params: many,
				parts: [{ name: "statement", prose: "{{ insert: param, p19 }}" }],
			},
		],
	});
	expect(read.texts).toEqual([]);
	expect(read.notTaken.map(({ why }) => why)).toEqual([
		"Its parameter a contains itself.",
		"Its parameters contain each other too often.",
	]);
});

test("controls that are nested without end are said at the depth where reading stops", () => {
	const deep = (n: number): object => ({ id: `d${n}`, title: "Deep", ...(n < 60 && { controls: [deep(n + 1)] }) });
	const { notTaken } = oscal({ controls: [deep(0)] });
	expect(notTaken.at(-1)?.why).toBe("It is nested too deeply.");
	expect(notTaken.length).toBe(41);
});

test.each([
	["not JSON", "{", "stops being JSON in line 1"],
	["another document", '{"profile":{}}', "not an OSCAL catalog"],
	["a list", "[]", "not an OSCAL catalog"],
])("%s is refused as a whole", (_what, text, why) => {
	expect(() => readOscal(bytes(text), collect(csf))).toThrow(why);
});

test("a CSV file is read by the heads of its columns, wherever they stand", () => {
	const read = csv(
		'\ufeffISO 27001,,\r\n\r\nControl ID;x,Control title,Description\r\nRef.,Title,Description,Note\r\nA5.1,Policies,"Line one\nLine two",n\r\na.5.02,Roles,,n\r\n,,,only a note\r\n',
	);
	expect(read.texts).toEqual([
		{ id: "A.5.1", title: "Policies", text: "Line one\nLine two" },
		{ id: "A.5.2", title: "Roles", text: "" },
	]);
	expect(read.notTaken).toEqual([]);
});

test("what a CSV file has and cannot be taken is listed with its row", () => {
	const read = csv(
		[
			"id,title,text",
			"A.5.1,Policies,Text",
			"A.8.24,Cryptography,Text",
			"A5.1,Again,Text",
			"A.9.2.1,Old,Text",
			"A.99,Unknown,Text",
			",No ID,Text",
			"A.5.2,,",
			'A.5.3,Formula,"=HYPERLINK(""http://evil.example"")"',
			"A.5.4,Control\u0007 character,Text",
			`A.5.5,${"a".repeat(501)},Text`,
			`A.5.6,Long,${"a".repeat(20_001)}`,
			"A.5.7,Title,Text\u0000",
		].join("\n"),
	);
	expect(read.texts.map(({ id }) => id)).toEqual(["A.5.1", "A.8.24"]);
	expect(read.notTaken).toEqual([
		{ where: "row 4", id: "A5.1", kind: "unusable", why: "A.5.1 is in the file twice. The first one is taken." },
		{ where: "row 5", id: "A.9.2.1", kind: "unknown", why: expect.stringContaining("27001:2013") },
		{ where: "row 6", id: "A.99", kind: "unknown", why: "ISO/IEC 27001:2022 has no such ID in this pack." },
		{ where: "row 7", id: "", kind: "unusable", why: "It has no ID." },
		{ where: "row 8", id: "A.5.2", kind: "unusable", why: "It has no words." },
		{ where: "row 9", id: "A.5.3", kind: "unusable", why: "A field of it is a formula, not a text." },
		{ where: "row 10", id: "A.5.4", kind: "unusable", why: "Its words contain control characters." },
		{ where: "row 11", id: "A.5.5", kind: "unusable", why: "Its title is longer than 500 characters." },
		{ where: "row 12", id: "A.5.6", kind: "unusable", why: "Its text is longer than 20,000 characters." },
		{ where: "row 13", id: "A.5.7", kind: "unusable", why: "Its words contain control characters." },
	]);
});

test("more faults than are listed are counted", () => {
	const read = csv(["id,text", ...Array.from({ length: 520 }, (_, n) => `X.${n},Text`)].join("\n"));
	expect([read.notTaken.length, read.leftOut]).toEqual([500, 20]);
});

test.each([
	["utf-16le", [0xff, 0xfe], "utf16le"],
	["utf-8", [0xef, 0xbb, 0xbf], "utf8"],
] as const)("a CSV file may be %s", (_name, mark, encoding) => {
	const file = Buffer.concat([Buffer.from(mark), Buffer.from("id\ttext\nA.5.1\tÜber Regeln\n", encoding)]);
	expect(readCsv(file, collect(iso)).texts).toEqual([{ id: "A.5.1", title: "", text: "Über Regeln" }]);
});

test("UTF-16 with the large end first is read, too", () => {
	const file = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("id,text\nA.5.1,Über\n", "utf16le")]).swap16();
	expect(readCsv(file, collect(iso)).texts).toEqual([{ id: "A.5.1", title: "", text: "Über" }]);
});

test.each([
	["bytes that are no UTF-8", Buffer.from([...Buffer.from("id,text\nA.5.1,"), 0xdc, 0x62, 0x0a]), "neither UTF-8 nor"],
	["half of a UTF-16 character", Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00]), "neither UTF-8 nor UTF-16"],
	[
		"no columns that we know",
		Buffer.from("a,b\n1,2\n"),
		"No columns with IDs and words were found. The heads seen are “a”, “b”. Please head them ID, Title and Text",
	],
	["nothing", Buffer.alloc(0), "No columns with IDs and words"],
])("a CSV file of %s is refused as a whole", (_what, file, why) => {
	expect(() => readCsv(file, collect(iso))).toThrow(why);
});

test("IDs and words may stand in one column", () => {
	const read = csv("Function,Subcategory\nGOVERN,GV.OC-01: The mission is understood\n", csf);
	expect(read.texts).toEqual([{ id: "GV.OC-01", title: "", text: "The mission is understood" }]);
});

const columns = ["ID", "Title", "Text"].map((head) => ({ head, width: 10 }));

test("an XLSX file that we write is read again", async () => {
	const file = await xlsxFile(
		[
			{
				name: "Catalog",
				columns,
				rows: [
					["A.5.1", "Policies & <rules>", '=1+1 "quoted"\nline'],
					["", "", ""],
					["A.5.2", "\u0000Roles", ""],
				],
			},
		],
		new Date("2026-01-01"),
	);
	expect(readWorkbook(await unpackXlsx(file), collect(iso)).texts).toEqual([
		{ id: "A.5.1", title: "Policies & <rules>", text: '=1+1 "quoted"\nline' },
		{ id: "A.5.2", title: "Roles", text: "" },
	]);
});

/** An XLSX file with these parts. */
const workbook = async (sheet: string, more: Record<string, string> = {}) => {
	const parts = {
		"xl/workbook.xml": '<workbook xmlns:q="r"><sheets><sheet name="a" q:id="r1"/></sheets></workbook>',
		"xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="/xl/s.xml"/></Relationships>',
		"xl/s.xml": sheet,
		...more,
	};
	const entries = async function* () {
		for (const [path, content] of Object.entries(parts)) yield { path, content: Buffer.from(content) };
	};
	return buffer(zipOf(entries()));
};
const heads = '<row><c t="inlineStr"><is><t>ID</t></is></c><c t="inlineStr"><is><t>Text</t></is></c></row>';

test("a list of sheets that is read on the event loop is not read if it is long", async () => {
	const sheets = Array.from(
		{ length: 30_000 },
		(_, no) => `<sheet name="${(no * 2_654_435_761) % 2 ** 32}" r:id="x"/>`,
	);
	const parts = [
		{ path: "xl/_rels/workbook.xml.rels", content: Buffer.from("<Relationships/>") },
		{ path: "xl/workbook.xml", content: Buffer.from(`<workbook><sheets>${sheets.join("")}</sheets></workbook>`) },
	];
	const file = await buffer(zipOf(Readable.from(parts), new Date("2026-01-01")));
	await expect(unpackXlsx(file)).rejects.toThrow("Its list of sheets is too long.");
});

test("fields are named by column and row: programs that need it cannot read the file otherwise", async () => {
	const file = await xlsxFile([{ name: "a", columns, rows: [["A.5.1", "b", "c"]] }], new Date("2026-01-01"));
	const [sheet] = (await unpackXlsx(file)).sheets;
	expect([...new TextDecoder().decode(sheet?.xml).matchAll(/<c r="(\w+)"/g)].map(([, name]) => name)).toEqual([
		"A1",
		"B1",
		"C1",
		"A2",
		"B2",
		"C2",
	]);
});

test("shared texts, runs, gaps and formulas of other programs are read as what they are", async () => {
	const file = await workbook(
		`<x:worksheet xmlns:x="m"><x:sheetData>${heads}
		 <row r="5"><c r="A5" t="s"><v>0</v></c><c r="B5" t="s"><v>1</v></c></row>
		 <row r="7"><c r="A7" t="str"><f>"A.5.2"</f><v>A.5.2</v></c><c r="B7" t="s"><v>1</v></c></row>
		 <row r="8"><c r="B8" t="s"><v>1</v></c></row>
		 <row r="9"><c r="A9" t="s"><v>99</v></c><c r="ZZZ9" t="s"><v>1</v></c></row></x:sheetData></x:worksheet>`,
		{
			"xl/sharedStrings.xml":
				"<sst><si><t>A.5.1</t></si><si><r><t>Two </t></r><r><t>runs</t></r><rPh><t>reading</t></rPh></si></sst>",
		},
	);
	const read = readWorkbook(await unpackXlsx(file), collect(iso));
	expect(read.texts).toEqual([{ id: "A.5.1", title: "", text: "Two runs" }]);
	expect(read.notTaken).toEqual([
		{ where: "row 7", id: "A.5.2", kind: "unusable", why: "A field of it is a formula, not a text." },
		{ where: "row 8", id: "", kind: "unusable", why: "It has no ID." },
	]);
});

test.each([
	["no file at all", async () => Buffer.from("PK"), "not an XLSX file"],
	["a CSV file", async () => Buffer.from("id,text\n"), "not an XLSX file"],
	["a part that is missing", () => workbook("", { "xl/workbook.xml": "" }), "damaged"],
	["broken XML", () => workbook("<a><b></a>"), "It is damaged"],
	["entities of its own", () => workbook('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "entities of its own"],
	["a bomb", () => workbook(`<a>${" ".repeat(30_000_000)}</a>`), "packed to do harm"],
	["elements nested without end", () => workbook("<a>".repeat(1_000)), "nested too deeply"],
	[
		"more rows than a catalog has",
		() =>
			workbook(
				`<a>${Array.from({ length: 50_001 }, (_, n) => `<row><c><v>${Math.sin(n)}</v></c></row>`).join("")}</a>`,
			),
		"more than 50,000 rows",
	],
])("%s is refused as a whole", async (_what, make, why) => {
	const file = await make();
	await expect(unpackXlsx(file).then((parts) => readWorkbook(parts, collect(iso)))).rejects.toThrow(why);
});
