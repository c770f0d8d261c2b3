import { expect, test } from "vitest";
import { PACKS } from "#contract/frameworks/packs.ts";
import { collect } from "#server/assurance/frameworks/catalog/collect.ts";
import { readOscal } from "#server/assurance/frameworks/catalog/read-oscal.ts";
import { readCsv } from "#server/assurance/frameworks/catalog/read-table.ts";

const csf = PACKS["nist-csf"];
const iso = PACKS["iso-27001"];
const cui = PACKS["nist-800-171"];

const bytes = (text: string) => new TextEncoder().encode(text);
const csv = (text: string, pack = iso) => readCsv(bytes(text), collect(pack));
const oscal = (catalog: unknown, pack = csf) => readOscal(bytes(JSON.stringify({ catalog })), collect(pack));
const rows = (ids: readonly string[]) => ["id,title", ...ids.map((id) => `${id},Title of ${id}`)].join("\n");
const list = (group: string, count: number) => Array.from({ length: count }, (_, n) => `${group}${n + 1}`);

/** Annex A of 2022 as public lists have it: by number, without the letter. */
const ANNEX = [...list("5.", 37), ...list("6.", 8), ...list("7.", 14), ...list("8.", 34)];
const CLAUSES = iso.requirements.map(({ id }) => id).filter((id) => !id.startsWith("A."));
/** Some of Annex A of 2013: categories and controls. */
const OF_2013 = [
	"A.5",
	"A.5.1",
	"A.6",
	"A.6.1",
	"A.6.2",
	"A.9",
	"A.9.1",
	"A.9.2",
	...list("A.5.1.", 2),
	...list("A.6.1.", 5),
	...list("A.6.2.", 2),
	...list("A.9.1.", 2),
	...list("A.9.2.", 6),
];
/** Some of CSF 1.1. */
const OF_1_1 = [...list("ID.AM-", 6), ...list("PR.AC-", 7), ...list("PR.DS-", 8), ...list("DE.CM-", 8)];

test("a list of Annex A without its letter is Annex A, and no clause gets its words", () => {
	const { texts, counts } = csv(rows(ANNEX));
	expect(texts.map(({ id, title }) => [id, title])).toEqual(ANNEX.map((id) => [`A.${id}`, `Title of ${id}`]));
	expect(counts).toEqual({ unknown: 0, withdrawn: 0, unusable: 0 });
	const one = { metadata: { title: "ISO/IEC 27002:2022" }, controls: [{ id: "5.1", title: "Policies" }] };
	expect(oscal(one, iso).texts).toEqual([{ id: "A.5.1", title: "Policies", text: "" }]);
});

test("clauses stay clauses, with and without Annex A in the same file", () => {
	expect(csv(rows(CLAUSES)).texts.map(({ id }) => id)).toEqual(CLAUSES);
	const both = [...CLAUSES, ...ANNEX.map((id) => `A.${id}`)];
	expect(csv(rows(both)).texts.map(({ id }) => id)).toEqual(both);
});

test.each([
	["nothing else says which", ["5.1", "5.2", "8.1"]],
	["there are clauses and bare numbers of Annex A", ["4.1", "5.1", "5.2", "8.1", "8.24"]],
])("a number that is a clause and a control is not taken if %s", (_why, ids) => {
	const unclear = ids.filter((id) => ["5.1", "5.2", "8.1"].includes(id));
	const read = csv(rows(ids));
	expect(read.notTaken.map(({ id }) => id)).toEqual(unclear);
	expect(read.notTaken[0]?.why).toBe("It could be 5.1 or A.5.1, and the file does not say which.");
	expect(read.texts.map(({ id }) => id)).toEqual(ids.includes("4.1") ? ["4.1", "A.8.24"] : []);
});

test("the label with the letter is the one that counts", () => {
	const props = [{ name: "label", value: "5.1" }];
	const { texts } = oscal({ metadata: {}, controls: [{ id: "a.5.1", props, title: "Policies" }] }, iso);
	expect(texts.map(({ id }) => id)).toEqual(["A.5.1"]);
});

test.each([
	["its title", () => oscal({ metadata: { title: "ISO/IEC 27001:2013 Annex A" }, controls: entries(OF_2013) }, iso)],
	["its ids", () => csv(rows(OF_2013))],
	["its ids without a letter", () => csv(rows(OF_2013.map((id) => id.slice(2))))],
	["a line above its columns", () => csv(`ISO 27001 (2013)\n${rows(["A.5.1"])}`)],
	["a column", () => csv("id,title,Standard\nA.5.1,a,ISO 27001:2013\nA.6.1,b,ISO 27001:2013\n")],
])("the edition of 2013 is refused as a whole, by %s", (_by, read) => {
	expect(read).toThrow(/ISO\/IEC 27001:2013, and this is ISO\/IEC 27001:2022/);
});

test("a refusal says how many ids would not fit", () => {
	const [fit, all] = [5, OF_2013.length];
	expect(() => csv(rows(OF_2013))).toThrow(
		`Its IDs are those of ISO/IEC 27001:2013, and this is ISO/IEC 27001:2022 (2022, third edition, with Amendment 1:2024). ${all - fit} of its ${all} IDs would not fit.`,
	);
});

test.each([
	["its title", () => oscal({ metadata: { title: "NIST Cybersecurity Framework v1.1" }, controls: entries(OF_1_1) })],
	["its version", () => oscal({ metadata: { title: "NIST CSF", version: "1.1" }, controls: entries(["PR.AA-01"]) })],
	["its ids", () => csv(rows(OF_1_1), csf)],
])("CSF 1.1 is refused as a whole, by %s", (_by, read) => {
	expect(read).toThrow("NIST CSF 1.1, and this is NIST CSF 2.0");
});

test("ids of CSF 2.0 without their zeros fit, but those that 1.1 has, too, only if the file says 2.0", () => {
	const ids = [...list("GV.OC-", 5), ...list("PR.AA-", 6), "PR.DS-1"];
	expect(csv(rows(ids), csf).notTaken).toEqual([
		{
			where: "row 13",
			id: "PR.DS-1",
			kind: "unknown",
			why: "This ID is of NIST CSF 1.1. The pack is of 2.0, 26 February 2024.",
		},
	]);
	const said = csv(`NIST CSF 2.0\n${rows(ids)}`, csf);
	expect([said.isSaid, said.texts.at(-1)?.id, said.counts.unknown]).toEqual([true, "PR.DS-01", 0]);
});

test("SP 800-171: Revision 2 is refused, and the publisher's catalog of Revision 3 known by its uuid", () => {
	expect(() => csv(rows(list("3.1.", 22)), cui)).toThrow("NIST SP 800-171 Revision 2, and this is NIST SP 800-171");
	const group = {
		id: "SP_800_171_03.01",
		title: "Access Control",
		props: [{ name: "label", value: "Access Control (03.01)" }],
		controls: [
			{ id: "SP_800_171_03.01.01", title: "Accounts", props: [{ name: "label", value: "Accounts (03.01.01)" }] },
			{
				id: "SP_800_171_03.01.13",
				title: "Cryptography",
				props: [
					{ name: "label", value: "03.01.13" },
					{ name: "status", value: "withdrawn" },
				],
			},
		],
	};
	const read = oscal(
		{ uuid: "E369897E-ed2b-4927-a193-99186ee1673e", metadata: { title: "CUI" }, groups: [group] },
		cui,
	);
	expect([read.isSaid, read.texts.map(({ id }) => id), read.counts]).toEqual([
		true,
		["03.01", "03.01.01"],
		{ unknown: 0, withdrawn: 1, unusable: 0 },
	]);
	const other = { uuid: "720a010b-253c-4a94-bb65-cb58400966f5", metadata: {}, groups: [group] };
	expect(() => oscal(other, cui)).toThrow("It says that it is NIST CSF 2.0, and this is NIST SP 800-171");
	const props = [{ name: "framework-version-identifier", value: "SP_800_171_2_0_0" }];
	expect(() => oscal({ metadata: { title: "CUI", props }, groups: [group] }, cui)).toThrow("Revision 2");
});

test.each([
	["its title", () => oscal({ metadata: { title: "PCI DSS v4.0.1" }, controls: entries(["PR.AA-01"]) })],
	["its ids", () => csv(rows(PACKS["pci-dss"].requirements.map(({ id }) => id)), PACKS.mvsp)],
])("the catalog of another framework is refused, by %s", (_by, read) => {
	expect(read).toThrow(/PCI DSS 4\.0\.1, and this is .* IDs would not fit\./);
});

test("a crosswalk that names several frameworks is read for each of them", () => {
	const read = csv(`ISO 27001:2022 to NIST CSF 2.0\n${rows(["PR.AA-01"])}`, csf);
	expect([read.isSaid, read.texts.length]).toEqual([true, 1]);
});

test("two thousand unknown ids are counted and do not keep the rest from being read", () => {
	const read = csv(rows(["GV", ...list("X-", 2000)]), csf);
	expect([read.texts.length, read.counts.unknown, read.notTaken.length, read.leftOut]).toEqual([1, 2000, 500, 1500]);
});

test("what the file says was withdrawn is not taken", () => {
	const read = csv("id,text,status\nGV,a,Active\nGV.OC,b,Withdrawn in 2.0\nGV.OC-01,[Withdrawn: see GV],\n", csf);
	expect(read.texts.map(({ id }) => id)).toEqual(["GV"]);
	expect(read.notTaken.map(({ kind }) => kind)).toEqual(["withdrawn", "withdrawn"]);
	const prose = (id: string, prose: string) => ({ id, title: id, parts: [{ name: "statement", prose }] });
	const { texts, counts } = oscal({
		metadata: {},
		controls: [
			prose("GV", "Withdrawn consent ends processing"),
			prose("GV.OC", "Withdrawn: Incorporated into GV"),
			prose("GV.RM", "[Withdrawn]"),
			prose("GV.SC", "Withdrawn into GV"),
		],
	});
	expect([texts.map(({ id }) => id), counts.withdrawn]).toEqual([["GV"], 3]);
});

test("a sheet is read by the heads that are known, and the others are named", () => {
	const read = csv("Owner,Control ID (new),Notes,Control text\nAda,A.8.24,n,Use of cryptography\n");
	expect(read.texts).toEqual([{ id: "A.8.24", title: "", text: "Use of cryptography" }]);
	expect(read.unread).toEqual(["Owner", "Notes"]);
});

test("a column of ids is found by its fields if its head is unknown", () => {
	const read = csv("Nr. der Maßnahme,Wer,Title\nA.8.24,Ada,Kryptographie\nA.8.25,Ada,Entwicklung\n");
	expect(read.texts.map(({ id, title }) => [id, title])).toEqual([
		["A.8.24", "Kryptographie"],
		["A.8.25", "Entwicklung"],
	]);
	expect(read.unread).toEqual(["Wer"]);
	expect(() => csv("Kennung,Title\nX1,a\nX2,b\n")).toThrow("No columns with IDs and words");
});

test("fields and ids of many megabytes cost no more than reading them", () => {
	const long = "5.".repeat(10_000_000);
	expect(csv(`id,title,version\n${long},t,${long}\nA.8.24,t,\n`).texts.map(({ id }) => id)).toEqual(["A.8.24"]);
	expect(() => csv(`${long},Title\n${long},t\n`)).toThrow("No columns with IDs and words");
	expect(oscal({ metadata: { title: `CSF 2.0 ${long}` }, controls: entries([long, "GV"]) }).texts.length).toBe(1);
});

function entries(ids: readonly string[]) {
	return ids.map((id) => ({ id, title: `Title of ${id}` }));
}
