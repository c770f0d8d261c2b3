import { expect, test } from "vitest";
import { answersFor, REPLACING, startFiles } from "./files.ts";

const { readQuestionnaire, fillQuestionnaire } = startFiles();

const CUSTOMERS = [
	"sep=;",
	'"Lieferantenfragebogen; Übersicht"',
	"",
	"Nr;Bereich;Question;Your response;Weight",
	'1;Access;"Is ""2FA"" required; and for whom?";;3',
	'2;Access;How often are access rights reviewed?;"=SUM(A1:A2)";3',
	"3;Data;Is customer data encrypted at rest?",
	'4;Data;"How are backups made?\r\nHow long are they kept?";old;1',
	"",
].join("\r\n");

test("a CSV file with semicolons is read, filled and otherwise unchanged to the letter", async () => {
	const file = Buffer.from(`\uFEFF${CUSTOMERS}`);
	const { questions, notTaken } = await readQuestionnaire(file, "csv");
	expect(questions).toMatchObject([
		{ id: "5", place: "Row 5", section: "Access", text: 'Is "2FA" required; and for whom?', answer: "" },
		{ id: "7", place: "Row 7", section: "Data", text: "Is customer data encrypted at rest?", answer: "" },
		{
			id: "8",
			place: "Row 8",
			section: "Data",
			text: "How are backups made?\r\nHow long are they kept?",
			answer: "old",
		},
	]);
	expect(notTaken).toEqual([{ place: "Row 6", why: "Its answer cell holds a formula, which is never overwritten." }]);
	const filled = await fillQuestionnaire(
		file,
		"csv",
		new Map([
			["5", { answer: '=cmd|"/c calc"', sources: "Library; 3 May" }],
			["7", { answer: "Yes; AES-256", sources: "-1" }],
			["8", { answer: "Nightly,\n- for 35 days", sources: "" }],
		]),
		REPLACING,
	);
	expect(filled.toString()).toBe(
		`\uFEFF${[
			"sep=;",
			'"Lieferantenfragebogen; Übersicht"',
			"",
			"Nr;Bereich;Question;Your response;Weight;Sources",
			`1;Access;"Is ""2FA"" required; and for whom?";"'=cmd|""/c calc""";3;"Library; 3 May"`,
			'2;Access;How often are access rights reviewed?;"=SUM(A1:A2)";3',
			`3;Data;Is customer data encrypted at rest?;"Yes; AES-256";;'-1`,
			`4;Data;"How are backups made?\r\nHow long are they kept?";"Nightly,\n'- for 35 days";1`,
			"",
		].join("\r\n")}`,
	);
	const again = await readQuestionnaire(filled, "csv");
	expect(again.questions.map(({ id, text }) => ({ id, text }))).toEqual(
		questions.map(({ id, text }) => ({ id, text })),
	);
	expect(again.questions.map(({ answer }) => answer)).toEqual([
		`'=cmd|"/c calc"`,
		"Yes; AES-256",
		"Nightly,\n'- for 35 days",
	]);
});

test.each([
	[",", "question,answer\nDo you encrypt data?,\n"],
	["\t", "question\tanswer\r\nDo you encrypt data?\t\r\n"],
	["|", "question|answer\rDo you encrypt data?|\r"],
])("fields may be separated by %j, and lines end as they do", async (separator, text) => {
	const filled = await fillQuestionnaire(Buffer.from(text), "csv", new Map([["2", { answer: "Yes", sources: "S" }]]));
	const [, end = ""] = /(\r?\n|\r)$/.exec(text) ?? [];
	const join = (...fields: string[]) => fields.join(separator) + end;
	expect(filled.toString()).toBe(join("question", "answer", "Sources") + join("Do you encrypt data?", "Yes", "S"));
});

test.each([
	[
		"Windows-1252",
		Buffer.from("Question;Answer\nVerschlüsseln Sie Daten – immer?;\n".replace("–", "\x96"), "latin1"),
		"Natürlich – ja",
		"latin1",
	],
	[
		"UTF-16",
		Buffer.from("\uFEFFQuestion;Answer\nVerschlüsseln Sie Daten – immer?;\n", "utf16le"),
		"Natürlich – ja",
		"utf16le",
	],
] as const)("a file in %s stays in it", async (_name, file, answer, encoding) => {
	const { questions } = await readQuestionnaire(file, "csv");
	expect(questions.map(({ text }) => text)).toEqual(["Verschlüsseln Sie Daten – immer?"]);
	const filled = await fillQuestionnaire(file, "csv", new Map([["2", { answer, sources: "" }]]));
	expect(filled.toString(encoding).replaceAll("\x96", "–")).toContain("Daten – immer?;Natürlich – ja\n");
	expect(filled.subarray(0, 20).equals(file.subarray(0, 20))).toBe(true);
});

test("what Windows-1252 does not have makes the file UTF-8, so that nothing is lost", async () => {
	const file = Buffer.from("Question;Answer\nVerschlüsseln Sie Daten?;\n", "latin1");
	const filled = await fillQuestionnaire(file, "csv", new Map([["2", { answer: "Łódź 😀", sources: "" }]]));
	expect(filled.toString()).toBe("\uFEFFQuestion;Answer\nVerschlüsseln Sie Daten?;Łódź 😀\n");
});

test("headings between the questions are their sections, and those without a question are said", async () => {
	const file = Buffer.from(
		[
			"Id,Question,Answer",
			"1,Access,",
			"1.1,Do you use MFA?,",
			",Data,",
			"2.1,Do you encrypt data?,",
			"3,Other things,",
			"4,And more,",
		].join("\n"),
	);
	const { questions, notTaken } = await readQuestionnaire(file, "csv");
	expect(questions.map(({ section, text }) => [section, text])).toEqual([
		["Access", "Do you use MFA?"],
		["Data", "Do you encrypt data?"],
	]);
	expect(notTaken.map(({ place }) => place)).toEqual(["Row 6", "Row 7"]);
});

test("short questions with an ID like the others' are questions, without a question mark, too", async () => {
	const file = Buffer.from("#;Item;Answer\n1;Company name;\n2;Do you use MFA?;\n3;Do you encrypt data?;\n");
	const { questions } = await readQuestionnaire(file, "csv");
	expect(questions.map(({ text }) => text)).toEqual(["Company name", "Do you use MFA?", "Do you encrypt data?"]);
});

test.each([
	["Question,Answer options,Answer,Comments", 2],
	["Answer (Yes/No),Question,Comments", 2],
	["Guidance,Vendor Response,Security Requirement,Reviewer Comments", 1],
	["Question ID,Question Text,Supplier's answer", 2],
	["Response type,Control,In place?,Evidence", 2],
	["S.No,Particulars of the question,Remarks", 2],
	["Domain,Topic,Requirement,Compliance status,Explanation", 3],
])("in %s the answer goes into column %i", async (heads, column) => {
	const fields = heads
		.split(",")
		.map((head) =>
			/^(?:question(?: text)?|security requirement|control|requirement|particulars.*)$/i.test(head)
				? "Do you encrypt data?"
				: "",
		);
	const filled = await fillQuestionnaire(
		Buffer.from(`${heads}\n${fields.join(",")}\n`),
		"csv",
		new Map([["2", { answer: "Certainly", sources: "" }]]),
	);
	expect(filled.toString().split("\n")[1]?.split(",").indexOf("Certainly")).toBe(column);
});

test("an answer that has no place in the file is said, and nothing is written", async () => {
	const file = Buffer.from("Question,Answer\nDo you encrypt data?,\n");
	await expect(fillQuestionnaire(file, "csv", answersFor([{ id: "2" }, { id: "9" }]))).rejects.toThrow(
		"This file could not be filled, and nothing was changed. One answer has no place in it any more.",
	);
});

test.each([
	[";", ","],
	["\t", ","],
	[",", ";"],
	[",", "|"],
])(
	"a field may hold hundreds of characters that separate fields elsewhere: of %j, with %j",
	async (separator, other) => {
		const file = Buffer.from(
			`Question${separator}Answer\nDo you encrypt data?${separator}${other.repeat(300)}\nDo you have backups?${separator}\n`,
		);
		const { questions } = await readQuestionnaire(file, "csv");
		expect(questions.map(({ text, answer }) => [text, answer])).toEqual([
			["Do you encrypt data?", other.repeat(300)],
			["Do you have backups?", ""],
		]);
		const filled = await fillQuestionnaire(file, "csv", new Map([["3", { answer: "Daily", sources: "" }]]));
		expect(filled.toString()).toContain(`Do you have backups?${separator}Daily`);
	},
);

test("a file that has too many columns however it is read is refused, even if it has questions", async () => {
	const file = Buffer.from(
		`Question,Answer\nDo you encrypt data?,\n${[",", ";", "\t", "|"].map((each) => each.repeat(300)).join("\n")}\n`,
	);
	await expect(readQuestionnaire(file, "csv")).rejects.toThrow("It has more than 200 columns.");
});

test("a file with too many columns is not read as one column instead", async () => {
	const file = Buffer.from(
		`Question,Answer\nDo you encrypt data?,\nDo you have backups?,Yes; daily\n${",".repeat(300)}\n`,
	);
	await expect(readQuestionnaire(file, "csv")).rejects.toThrow("It has more than 200 columns.");
});
