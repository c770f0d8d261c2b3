import { fileTypeFromBuffer } from "file-type";
import { expect, test } from "vitest";
import { QUESTIONNAIRE_MEDIA_TYPES } from "#contract/questionnaires/file-types.ts";
import { readDocument } from "#server/assurance/questionnaires/file/docx/read-document.ts";
import { packageFaults, partsOf, textOfPart } from "#tests/support/questionnaires/check-package.ts";
import {
	documentParts,
	documentTable,
	NUMBERED,
	paragraph,
	zipFile,
} from "#tests/support/questionnaires/office-files.ts";
import { answersFor, REPLACING, startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const heading = (text: string) => paragraph(text, '<w:pStyle w:val="Heading1"/>');
const file = (body: string) =>
	zipFile(documentParts(body, { "word/media/logo.png": Buffer.from([0x89, 0x50, 1, 2, 3]) }));

const EMPTY = '<w:p w:rsidR="00A1"><w:pPr><w:rPr><w:i/></w:rPr></w:pPr></w:p>';
const PLACEHOLDER =
	'<w:sdt><w:sdtPr><w:showingPlcHdr/><w:text/></w:sdtPr><w:sdtContent><w:p><w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Click or tap here to enter text.</w:t></w:r></w:p></w:sdtContent></w:sdt>';

/** Two tables with a column for answers, under headings. */
const TABLES = `${paragraph("Supplier questionnaire", '<w:pStyle w:val="Title"/>')}${paragraph("Please answer all questions. Questions? Write to us.")}${heading("Access control")}${documentTable(
	[
		[paragraph("Question"), paragraph("Your answer")],
		[paragraph("Is multi-factor authentication required for employees?"), EMPTY],
		[
			`${paragraph("How often are access rights reviewed?")}${paragraph("Please name the interval.")}`,
			paragraph("Every year."),
		],
	],
)}${heading("Data")}${documentTable([
	[paragraph("Is customer data encrypted at rest?"), "<w:p/>"],
	[paragraph("Where is it stored?"), PLACEHOLDER],
	[paragraph("Which region?"), '<w:p><w:fldSimple w:instr=" =SUM(ABOVE) "><w:r><w:t>3</w:t></w:r></w:fldSimple></w:p>'],
	[
		paragraph("Do you agree?"),
		"<w:sdt><w:sdtPr><w:checkbox/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>☐</w:t></w:r></w:p></w:sdtContent></w:sdt><w:p/>",
	],
	[paragraph("Please attach your diagram."), "<w:p><w:r><w:drawing/></w:r></w:p>"],
])}`;

test("questions in the tables of a document are found, with what stands beside them", async () => {
	const { questions, notTaken } = await readQuestionnaire(await file(TABLES), "docx");
	expect(questions).toMatchObject([
		{
			id: "t1r2",
			place: "Table 1, row 2",
			section: "Access control",
			text: "Is multi-factor authentication required for employees?",
			answer: "",
		},
		{
			id: "t1r3",
			place: "Table 1, row 3",
			section: "Access control",
			text: "How often are access rights reviewed?\nPlease name the interval.",
			answer: "Every year.",
		},
		{ id: "t2r1", place: "Table 2, row 1", section: "Data", text: "Is customer data encrypted at rest?", answer: "" },
		{ id: "t2r2", place: "Table 2, row 2", section: "Data", text: "Where is it stored?", answer: "" },
	]);
	expect(notTaken).toEqual([
		{ place: "Table 2, row 3", why: "Its answer cell holds a field, which is never overwritten." },
		{ place: "Table 2, row 4", why: "Its answer cell is a list or a check box. Pick the answer in the file." },
		{ place: "Table 2, row 5", why: "Its answer cell holds a picture, which is never overwritten." },
	]);
});

test("answers and sources go into the cells beside the questions, and nothing else is changed", async () => {
	const before = await file(TABLES);
	const { questions } = await readQuestionnaire(before, "docx");
	const answers = answersFor(questions);
	answers.set("t2r1", { answer: "Yes & <always>\n\tAES-256", sources: "" });
	const filled = await fillQuestionnaire(before, "docx", answers, REPLACING);
	expect(packageFaults(filled)).toEqual([]);
	expect((await fileTypeFromBuffer(filled))?.mime).toBe(QUESTIONNAIRE_MEDIA_TYPES.docx);
	expect((await readQuestionnaire(filled, "docx")).questions).toEqual(
		questions.map((each) => {
			const { answer = "", sources = "" } = answers.get(each.id) ?? {};
			return { ...each, answer: sources === "" ? answer : `${answer}\nSource: ${sources}` };
		}),
	);
	const [was, is] = [partsOf(before), partsOf(filled)];
	expect(Object.keys(is)).toEqual(Object.keys(was));
	const changed = Object.keys(was).filter((path) => !Buffer.from(was[path] ?? []).equals(Buffer.from(is[path] ?? [])));
	expect(changed).toEqual(["word/document.xml"]);
	const run = (id: string, looks = "") =>
		`<w:r>${looks}<w:t xml:space="preserve">Yes. This answers ${id}.</w:t><w:br/><w:t xml:space="preserve">Source: Library, ${id}</w:t></w:r>`;
	const document = textOfPart(before, "word/document.xml")
		.replace(EMPTY, EMPTY.replace("</w:p>", `${run("t1r2", "<w:rPr><w:i/></w:rPr>")}</w:p>`))
		.replace(paragraph("Every year."), `<w:p>${run("t1r3")}</w:p>`)
		.replace(
			"<w:p/>",
			'<w:p><w:r><w:t xml:space="preserve">Yes &amp; &lt;always&gt;</w:t><w:br/><w:tab/><w:t xml:space="preserve">AES-256</w:t></w:r></w:p>',
		)
		.replace(PLACEHOLDER, `<w:p>${run("t2r2")}</w:p>`);
	expect(textOfPart(filled, "word/document.xml")).toBe(document);
	expect((await fillQuestionnaire(filled, "docx", answers, REPLACING)).equals(filled)).toBe(true);
});

const TEXT = `${heading("Security")}${paragraph("Do you have a policy?", NUMBERED)}${paragraph("")}${paragraph("1.2 Is data encrypted?")}${paragraph("Answer:")}${paragraph("Are backups made?", NUMBERED)}${paragraph("Think of databases as well.")}${paragraph("Are they tested?", NUMBERED)}${paragraph("Describe your network.", NUMBERED)}${paragraph("Response: It is flat.")}${paragraph("Why do we ask?")}${paragraph("Because we must.")}${paragraph("Is that all?", NUMBERED)}`;

test("numbered questions get their answers in the paragraph after them, or in a new one; no text of others is replaced", async () => {
	const before = await file(TEXT);
	const { questions, notTaken } = await readQuestionnaire(before, "docx");
	expect(questions.map(({ id, section, text, answer }) => [id, section, text, answer])).toEqual([
		["p2", "Security", "Do you have a policy?", ""],
		["p4", "Security", "1.2 Is data encrypted?", ""],
		["p6", "Security", "Are backups made?", "Think of databases as well."],
		["p8", "Security", "Are they tested?", ""],
		["p9", "Security", "Describe your network.", "It is flat."],
		["p13", "Security", "Is that all?", ""],
	]);
	expect(notTaken).toEqual([
		{ place: "Paragraph 11", why: "It is not numbered, and no empty paragraph follows it for an answer." },
	]);
	const answers = new Map(questions.map(({ id }) => [id, { answer: `To ${id}`, sources: "Library" }]));
	const filled = await fillQuestionnaire(before, "docx", answers, REPLACING);
	expect(packageFaults(filled)).toEqual([]);
	const texts = [...textOfPart(filled, "word/document.xml").matchAll(/<w:p>.*?<\/w:p>/g)].map(([text]) =>
		text.replaceAll("<w:br/>", "|").replace(/<[^>]*>/g, ""),
	);
	expect(texts).toEqual([
		"Security",
		"Do you have a policy?",
		"To p2|Source: Library",
		"1.2 Is data encrypted?",
		"Answer: To p4|Source: Library",
		"Are backups made?",
		"To p6|Source: Library",
		"Think of databases as well.",
		"Are they tested?",
		"To p8|Source: Library",
		"Describe your network.",
		"Response: To p9|Source: Library",
		"Why do we ask?",
		"Because we must.",
		"Is that all?",
		"To p13|Source: Library",
	]);
	expect((await readQuestionnaire(filled, "docx")).questions.map(({ text, answer }) => [text, answer])).toEqual(
		questions.map(({ id, text }) => [text, `To ${id}\nSource: Library`]),
	);
});

test("merged cells, deleted words, boxes and tables in tables are read as people see them", async () => {
	const merged = (text: string, own: string) => `<w:tc><w:tcPr>${own}</w:tcPr>${paragraph(text)}</w:tc>`;
	const body = `<w:tbl><w:tr>${merged("No", "")}${merged("Question", "")}${merged("Answer", "")}</w:tr>
<w:tr>${merged("Access", '<w:gridSpan w:val="3"/>')}</w:tr>
<w:tr>${merged("1", "")}${merged("Do you use MFA?", "")}${merged("", '<w:vMerge w:val="restart"/>')}</w:tr>
<w:tr>${merged("2", "")}${merged("For whom?", "")}${merged("", "<w:vMerge/>")}</w:tr>
<w:tr>${merged("3", "")}<w:tc><w:p><w:r><w:t>Is it </w:t></w:r><w:del><w:r><w:delText>not </w:delText><w:t>never </w:t></w:r></w:del><w:ins><w:r><w:t>always </w:t></w:r></w:ins><w:r><w:t>on?</w:t><w:pict><w:p><w:r><w:t>box</w:t></w:r></w:p></w:pict></w:r></w:p></w:tc><w:tc>${documentTable([[paragraph("a")]])}<w:p/></w:tc></w:tr>
<w:tr>${merged("4", "")}<w:tc><w:p><w:bookmarkStart w:id="1" w:name="a"/><w:r><w:t>Since when?</w:t></w:r></w:p></w:tc><w:tc><w:p><w:bookmarkEnd w:id="1"/><w:r><w:t>2020</w:t></w:r></w:p></w:tc></w:tr>
<w:tr>${merged("5", "")}${merged("Who is in charge?", "")}</w:tr></w:tbl>`;
	const { questions, notTaken } = await readQuestionnaire(await file(body), "docx");
	expect(questions.map(({ id, section, text, answer }) => [id, section, text, answer])).toEqual([
		["t1r3", "Access", "Do you use MFA?", ""],
		["t1r6", "Access", "Since when?", "2020"],
	]);
	expect(notTaken).toEqual([
		{ place: "Table 1, row 4", why: "Its answer cell is merged with the one above it, which another question has." },
		{ place: "Table 1, row 5", why: "Its answer cell holds another table, which is never overwritten." },
		{ place: "Table 1, row 7", why: "There is no cell for an answer beside it." },
	]);
	const filled = await fillQuestionnaire(await file(body), "docx", answersFor([{ id: "t1r6" }]), REPLACING);
	expect(textOfPart(filled, "word/document.xml")).toContain(
		'<w:p><w:bookmarkEnd w:id="1"/><w:r><w:t xml:space="preserve">Yes.',
	);
});

test("a text of a document is not cut in the middle of a character", () => {
	const [first] = readDocument(`<w:p xmlns:w="w"><w:r><w:t>${"a".repeat(32_766)}😀</w:t></w:r></w:p>`);
	expect(first?.is === "paragraph" && first.text.isWellFormed()).toBe(true);
});

test("of a row without end of columns the first two hundred are read", () => {
	const wide = '<w:tc><w:tcPr><w:gridSpan w:val="63"/></w:tcPr></w:tc>';
	const [table] = readDocument(`<w:tbl xmlns:w="w"><w:tr>${wide.repeat(100_000)}</w:tr></w:tbl>`);
	expect(table?.is === "table" && table.rows[0]?.cells.map(({ column }) => column)).toEqual([0, 63, 126, 189]);
});

test("a list in a cell gets one of its values, picked as a person would, and the sentence goes beside it", async () => {
	const items = ["Choose an item", "Yes", "No"].map(
		(text) => `<w:listItem w:displayText="${text}" w:value="${text}"/>`,
	);
	const listOf = (hint: string, content: string) =>
		`<w:sdt><w:sdtPr>${hint}<w:dropDownList>${items.join("")}</w:dropDownList></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
	const hint = "<w:showingPlcHdr/>";
	const grey = '<w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Choose an item.</w:t></w:r>';
	const before = await file(
		documentTable([
			[paragraph("Question"), paragraph("Answer"), paragraph("Comments")],
			[paragraph("Is data encrypted?"), listOf(hint, `<w:p>${grey}</w:p>`), paragraph("")],
			[paragraph("Are backups tested?"), `<w:p>${listOf(hint, grey)}</w:p>`, paragraph("")],
			[
				paragraph("Are keys rotated?"),
				`<w:p>${listOf("", "<w:r><w:rPr><w:b/></w:rPr><w:t>No</w:t></w:r>")}</w:p>`,
				paragraph(""),
			],
		]),
	);
	const { questions, lists, notTaken } = await readQuestionnaire(before, "docx");
	expect(notTaken).toEqual([]);
	expect(lists).toEqual([["Yes", "No"]]);
	expect(questions.map(({ list, hasText, answer }) => [list, hasText, answer])).toEqual([
		[0, true, ""],
		[0, true, ""],
		[0, true, "No"],
	]);
	const answers = new Map(questions.map(({ id }) => [id, { answer: "Yes. We do.", sources: "" }]));
	const filled = await fillQuestionnaire(before, "docx", answers, REPLACING);
	expect(packageFaults(filled)).toEqual([]);
	const document = textOfPart(filled, "word/document.xml");
	expect(document).not.toContain("showingPlcHdr");
	expect(document).not.toContain("PlaceholderText");
	const yes = '<w:t xml:space="preserve">Yes</w:t>';
	expect(document).toContain(`<w:sdtContent><w:p><w:r>${yes}</w:r></w:p></w:sdtContent>`);
	expect(document).toContain(`<w:sdtContent><w:r>${yes}</w:r></w:sdtContent>`);
	expect(document).toContain(`<w:sdtContent><w:r><w:rPr><w:b/></w:rPr>${yes}</w:r></w:sdtContent>`);
	expect(document.match(/Yes\. We do\./g)).toHaveLength(3);
	const kept = textOfPart(await fillQuestionnaire(before, "docx", answers), "word/document.xml");
	expect(kept).toContain("<w:t>No</w:t>");
});

test("a list without a hint in it is picked inside its paragraph, and one without content or with too many values is left alone", async () => {
	const listOf = (count: number, content: string) =>
		`<w:sdt><w:sdtPr><w:dropDownList>${Array.from({ length: count }, (_, at) => `<w:listItem w:value="${at === 0 ? "Yes" : `Value ${at}`}"/>`).join("")}</w:dropDownList></w:sdtPr>${content}</w:sdt><w:p/>`;
	const empty = "<w:sdtContent><w:p/></w:sdtContent>";
	const before = await file(
		documentTable([
			[paragraph("Question"), paragraph("Answer")],
			[paragraph("Is data encrypted?"), listOf(2, empty)],
			[paragraph("Are backups tested?"), listOf(2, "<w:sdtContent/>")],
			[paragraph("Are keys rotated?"), listOf(2, "")],
			[paragraph("Is access reviewed?"), listOf(5_001, empty)],
		]),
	);
	const { questions, notTaken } = await readQuestionnaire(before, "docx");
	expect(questions.map(({ id }) => id)).toEqual(["t1r2"]);
	expect(notTaken.map(({ place }) => place)).toEqual([3, 4, 5].map((no) => `Table 1, row ${no}`));
	const filled = await fillQuestionnaire(before, "docx", new Map([["t1r2", { answer: "Yes", sources: "" }]]));
	expect(textOfPart(filled, "word/document.xml")).toContain(
		'<w:sdtContent><w:p><w:r><w:t xml:space="preserve">Yes</w:t></w:r></w:p></w:sdtContent>',
	);
});
