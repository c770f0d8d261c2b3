import { expect, test } from "vitest";
import { faultsOf, leavesOf, pack } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { readOscal } from "#server/assurance/frameworks/catalog/read-oscal.ts";
import { readCsv, readWorkbook } from "#server/assurance/frameworks/catalog/read-table.ts";
import { collectOwn, type OwnRead } from "#server/assurance/frameworks/own/collect-own.ts";
import { IsOurs } from "#server/assurance/frameworks/own/is-ours.ts";
import { linksTo, reportOf } from "#server/assurance/frameworks/own/report-of.ts";
import { newOwnId } from "#server/assurance/packs/own-id.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { xlsxFile } from "#server/platform/files/xlsx/xlsx-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const csv = (...lines: string[]): OwnRead => readCsv(bytes(lines.join("\n")), collectOwn());
const oscal = (catalog: unknown): OwnRead => readOscal(bytes(JSON.stringify({ catalog })), collectOwn());

/** Each requirement and heading with the one above it. */
const treeIn = ({ requirements }: OwnRead) => requirements.map(({ id, parent }) => (parent ? `${parent} > ${id}` : id));
const whyIn = ({ notTaken }: OwnRead) => notTaken.map(({ id, why }) => [id, why]);

/** What a file gives is always a pack. */
function expectPack({ requirements }: OwnRead): void {
	const about = { name: "N", version: "", publisher: "", kind: "law", about: "", asOf: "2026-11-01", units: "items" };
	const made = { ...about, id: newOwnId(new Date()), source: { title: "S" }, notCovered: [], requirements };
	const read = pack.safeParse(made);
	expect(read.error?.issues).toBeUndefined();
	expect(faultsOf({ requirements })).toEqual([]);
}

test("groups in columns are headings, also where only the first row of each names it", () => {
	const read = csv(
		"Function,Category,ID,Title",
		"Govern,Policy,G-1,One",
		",,G-2,Two",
		",Roles,G-3,Three",
		"Protect,Roles,P-1,Four",
	);
	expect(treeIn(read)).toEqual([
		"Group 1",
		"Group 1 > Group 1.1",
		"Group 1.1 > G-1",
		"Group 1.1 > G-2",
		"Group 1 > Group 1.2",
		"Group 1.2 > G-3",
		"Group 2",
		"Group 2 > Group 2.1",
		"Group 2.1 > P-1",
	]);
	expect(read.requirements.map(({ title }) => title).slice(0, 2)).toEqual(["Govern", "Policy"]);
	expectPack(read);
});

test("a column with parents makes headings, in whatever order the rows come", () => {
	const read = csv("ID,Title,Parent", "A.1,One,A", "A,Access,", "A.2,Two,A", "B.1,Three,B", "C,Four,C");
	expect(treeIn(read)).toEqual(["A", "A > A.1", "A > A.2"]);
	expect(whyIn(read)).toEqual([
		["B.1", "It is under B, which is not taken."],
		["C", "It is under C, which is not taken."],
	]);
});

test("numbers say what is below a title, but a requirement with words of its own is no heading", () => {
	const read = csv("ID,Title,Text", "1,Access,", "1.1,One,Words", "1.1.1,Two,Words", "2,Three,Words", "2.1,Four,Words");
	expect(treeIn(read)).toEqual(["1", "1 > 1.1", "1 > 1.1.1", "2", "2.1"]);
});

test("in OSCAL groups are headings, and an enhancement stands beside its control", () => {
	const read = oscal({
		metadata: {
			title: "Rules",
			version: "7",
			parties: [{ uuid: "u", name: "The regulator" }],
		},
		groups: [
			{ id: "empty", title: "Empty" },
			{
				title: "Access",
				controls: [
					{
						id: "ac-2",
						title: "Accounts",
						props: [
							{ name: "label", value: "AC-2" },
							{ name: "control-code", value: "AC-01" },
						],
						links: [
							{ rel: "control", href: "#VM-01" },
							{ rel: "related", href: "#ac-3" },
						],
						parts: [{ name: "statement", prose: "Keep a list." }],
						controls: [{ id: "ac-2.1", title: "By machine", parts: [{ name: "statement", prose: "Automate." }] }],
					},
					{ id: "ac-9", title: "Old", props: [{ name: "status", value: "withdrawn" }] },
				],
			},
		],
	});
	expect([read.title, read.version, read.publisher]).toEqual(["Rules", "7", "The regulator"]);
	expect(treeIn(read)).toEqual(["Group 1", "Group 1 > AC-2", "Group 1 > ac-2.1"]);
	expect(read.links).toEqual([
		{ code: "AC-01", requirements: ["AC-2"] },
		{ code: "VM-01", requirements: ["AC-2"] },
	]);
	expect(read.counts).toEqual({ withdrawn: 1, unusable: 0 });
	expectPack(read);
});

test("labels that several controls share give way to the catalog's own ids", () => {
	const control = (id: string) => ({ id, title: "T", props: [{ name: "label", value: "R" }] });
	expect(treeIn(oscal({ controls: [control("r-1"), control("r-2")] }))).toEqual(["r-1", "r-2"]);
});

test("what is too long for a list is cut there and kept whole, and one without a title is titled by its text", () => {
	const [long, short] = ["Words. ".repeat(100).trim(), "Keep a list."];
	const read = csv("ID,Title,Text", `A,${"T".repeat(200)},${long}`, `B,,${short}`, `C,,${long}`, `D,D,${short}`);
	const [first, second, third] = read.requirements;
	expect([first?.title, first?.about.endsWith("Words.…")]).toEqual([`${"T".repeat(119)}…`, true]);
	expect(second).toEqual({ id: "B", title: short, about: "" });
	expect([third?.title.endsWith("Words.…"), third?.about]).toEqual([true, first?.about]);
	expect(read.texts.map(({ id, text }) => [id, text === long])).toEqual([
		["A", true],
		["C", true],
	]);
	expectPack(read);
});

test("codes of controls are taken as controls have them, and unknown ones are named", () => {
	const read = csv("ID,Title,Controls", "A,One,vm-01; AC-02", 'B,Two,"VM-01, ours|x"', "C,Three,");
	const known = new Map([
		["vm-01", "VM-01"],
		["ac-02", "AC-02"],
	]);
	expect(linksTo(known, read.links)).toEqual({
		links: [
			{ code: "VM-01", requirements: ["A", "B"] },
			{ code: "AC-02", requirements: ["A"] },
		],
		unknownCodes: ["ours", "x"],
	});
	expect(reportOf(read, known)).toMatchObject({ requirements: 3, headings: 0, controls: 2, linked: 2, groups: [] });
});

test("names that objects have are ids like others", () => {
	const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "<script>alert(1)</script>", "漢字 1"];
	const read = csv(
		"ID,Title,Text,Parent,Controls",
		...names.map((id) => `${id},<b>Title</b>,,,`),
		...names.map((id) => `x ${id},Below,Words,${id},__proto__; constructor`),
		"=1+1,Formula,Words,,",
		`${"L".repeat(61)},Long,Words,,`,
		'"a\u0000b",Control,Words,,',
		'"a\nb",Break,Words,,',
	);
	expect(treeIn(read)).toEqual(names.flatMap((id) => [id, `${id} > x ${id}`]));
	expect(read.requirements[0]?.title).toBe("<b>Title</b>");
	expect(read.links.map(({ code }) => code)).toEqual(["__proto__", "constructor"]);
	expect(linksTo(new Map(), read.links)).toEqual({ links: [], unknownCodes: ["__proto__", "constructor"] });
	expect(read.notTaken.map(({ why }) => why)).toEqual([
		"A field of it is a formula, not a text.",
		"Its ID is longer than 60 characters.",
		"Its ID contains characters that IDs cannot have.",
		"Its ID contains characters that IDs cannot have.",
	]);
	expectPack(read);
});

test("entries under each other, and very deep ones, are refused and the rest is read", () => {
	const deep = Array.from({ length: 12 }, (_, n) => `D${n},Title,${n === 0 ? "" : `D${n - 1}`}`);
	const read = csv("ID,Title,Parent", "A,One,B", "B,Two,A", "C,Three,", ...deep);
	expect(leavesOf(read).map(({ id }) => id)).toContain("C");
	expect(whyIn(read).map(([id]) => id)).toEqual(["A", "B", "D9", "D10", "D11"]);
	const nested = (depth: number): object => ({
		id: `n${depth}`,
		title: "T",
		...(depth > 0 && { groups: [nested(depth - 1)] }),
	});
	expect(() => oscal({ groups: [nested(60)] })).toThrow(/nested|usable|used/);
});

test.each([
	["two thousand and one", 2_001],
	["almost fifty thousand", 49_999],
])("%s requirements are counted and refused", (_called, count) => {
	const rows = Array.from({ length: count }, (_, n) => `R-${n},Title`);
	expect(() => csv("ID,Title", ...rows)).toThrow(`It has ${count.toLocaleString("en")} requirements and headings`);
});

test("headings count, too, and so do links", () => {
	const groups = Array.from({ length: 1_500 }, (_, n) => `Group of ${n},R-${n},Title,`);
	expect(() => csv("Group,ID,Title,Controls", ...groups)).toThrow("It has 3,000 requirements and headings");
	const codes = Array.from({ length: 30 }, (_, n) => `C-${n}`).join(";");
	const linked = Array.from({ length: 1_000 }, (_, n) => `,R-${n},Title,${codes}`);
	expect(() => csv("Group,ID,Title,Controls", ...linked)).toThrow("more than 20,000 links");
});

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n + 1},Title`);
const two = (n: number) => String(n).padStart(2, "0");

test.each([
	["says it is CSF 2.0", () => csv("NIST CSF 2.0", "ID,Title", "GV.OC-01,T", "PR.AA-01,T", "X-1,T"), "nist-csf"],
	[
		"has the ids of ASVS, whatever it says",
		() => csv("ID,Title", ...leavesOf(PACKS["owasp-asvs"]).map(({ id }) => `${id},Title`)),
		"owasp-asvs",
	],
])("a file that %s is ours", (_what, read, framework) => {
	try {
		read();
		expect.fail("It was read.");
	} catch (error) {
		expect(error).toBeInstanceOf(IsOurs);
		expect((error as IsOurs).framework).toBe(framework);
	}
});

test.each([
	["a standard based on ISO 27001", () => csv("Based on ISO/IEC 27001:2022", "ID,Title", ...ids("GS-", 20))],
	["a list with numbers", () => csv("ID,Title", ...ids("1.", 9), ...ids("2.", 9), ...ids("3.", 9))],
	["CSF 1.1", () => csv("NIST CSF 1.1", "ID,Title", "ID.AM-1,T", "PR.DS-1,T", "PR.AC-1,T")],
	["an own file with a few ids of ours", () => csv("ID,Title", "A.5.1,T", ...ids("OWN-", 5), `OWN-${two(9)}9,T`)],
])("%s is not ours, and can be added", (_what, read) => {
	expect(leavesOf(read()).length).toBeGreaterThan(2);
});

test("a workbook is read as a table is", async () => {
	const columns = ["Domain", "ID", "Title", "Controls"].map((head) => ({ head, width: 10 }));
	const rows = [
		["Access", "A-1", "One", "VM-01"],
		["", "A-2", "Two", ""],
	];
	const file = await xlsxFile([{ name: "S", columns, rows }], new Date());
	const read = readWorkbook(await unpackXlsx(file), collectOwn());
	expect(treeIn(read)).toEqual(["Group 1", "Group 1 > A-1", "Group 1 > A-2"]);
	expect(read.links).toEqual([{ code: "VM-01", requirements: ["A-1"] }]);
});

test("a sheet of a library of frameworks is read by the head of its ids, behind a sheet that is about the file", async () => {
	const sheet = (name: string, heads: string[], rows: string[][]) => ({
		name,
		columns: heads.map((head) => ({ head, width: 10 })),
		rows,
	});
	const heads = ["assessable", "depth", "ref_id", "name", "description", "name[fr]"];
	const file = await xlsxFile(
		[
			sheet("content", ["type", "library"], []),
			sheet("controls", heads, [
				["", "1", "GV", "Govern", "", "Gouverner"],
				["x", "2", "GV-1", "Context", "The context is known.", "Contexte"],
			]),
		],
		new Date(),
	);
	const read = readWorkbook(await unpackXlsx(file), collectOwn());
	expect(read.requirements.map(({ id }) => id)).toEqual(expect.arrayContaining(["GV", "GV-1"]));
	const other = await xlsxFile([sheet("controls", ["assessable", "depth", "key"], [["x", "1", "GV-1"]])], new Date());
	const parts = await unpackXlsx(other);
	expect(() => readWorkbook(parts, collectOwn())).toThrow(
		"were found. The heads seen are “assessable”, “depth”, “key”. Please head them ID",
	);
});
