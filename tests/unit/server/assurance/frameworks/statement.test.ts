import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { paperPdf } from "#server/assurance/frameworks/paper.ts";
import { basisOf, changedSince, hashOf } from "#server/assurance/frameworks/statement/basis.ts";
import { implementationText } from "#server/assurance/frameworks/statement/implementation.ts";
import { statementFile } from "#server/assurance/frameworks/statement/statement-file.ts";
import { readXlsx } from "#server/platform/files/xlsx/read-xlsx.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { ADA, control, decided, frameworkWith, HOSTILE, sampleFramework, WHOSE } from "./papers.ts";

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
	const sheets = [...readXlsx(await unpackXlsx(await fileOf("xlsx")), 1_000)];
	expect(
		sheets
			.flat()
			.flatMap(({ cells }) => cells)
			.some(({ formula }) => formula),
	).toBe(false);
	const [rows = []] = sheets;
	expect(rows.map(({ cells }) => cells[0]?.text)).toEqual(data.map(([id]) => id));
	expect(rows.find(({ cells }) => cells[0]?.text === "1.2")?.cells[5]?.text).toBe(HOSTILE);
});

test("a retired control counts for nothing, and what does not apply has no standing", async () => {
	const { data } = Papa.parse<Record<string, string>>((await fileOf("csv")).toString().trimEnd(), { header: true });
	const row = (id: string) => data.find((each) => each.ID === id);
	expect(row("1.1")).toMatchObject({ Standing: "Evidence against", Controls: "VM-01, VM-02", Evidence: "3" });
	expect(row("1.2")).toMatchObject({ Standing: "", Decision: "Not applicable" });
	expect(row("1.3")).toMatchObject({ Standing: "Not evaluated", Controls: "" });
});

test("what covers a requirement says so if only its author reviewed it, in its line and in the key", async () => {
	const own = control("VM-01", { standing: "covered", reviewedByAuthor: "all" });
	const both = control("VM-02", { standing: "covered", reviewedByAuthor: "some" });
	const others = control("VM-03", { standing: "covered" });
	const gone = control("VM-04", { standing: "covered", reviewedByAuthor: "all", state: "retired" });
	const controls = new Map([
		["1.1", [own]],
		["1.2", [own, others]],
		["1.3", [both]],
		["1.4", [others, gone]],
		["1.5", [own, control("VM-05", { standing: "not-evaluated" })]],
	]);
	const framework = frameworkWith("mvsp", { controls });
	const csv = await statementFile({ document: paperPdf }, WHOSE, { framework, format: "csv" });
	const { data } = Papa.parse<Record<string, string>>(csv.toString().trimEnd(), { header: true });
	expect(data.slice(0, 5).map(({ Standing }) => Standing)).toEqual([
		"Covered by evidence, reviewed by its author",
		"Covered by evidence, in part reviewed by its author",
		"Covered by evidence, in part reviewed by its author",
		"Covered by evidence",
		"Partly: 1 of 2, reviewed by its author",
	]);
	const pdf = readPdf(await statementFile({ document: paperPdf }, WHOSE, { framework, format: "pdf" }));
	const text = pdf.marked.map(([, each]) => each).join("\n");
	expect(text).toMatch(/VM-02\n(.*\n){1,3}Covered by evidence, in part reviewed by its author/);
});

const FIRST_DAY = Date.parse("1899-12-30");
/** The cells of a sheet's row as its XML has them: the type, the style, and the value. */
const cellsOf = (xml: string, id: string): Record<string, { type: string; value: string }> => {
	const row = xml.split("<row ").find((each) => each.includes(`>${id}</t>`)) ?? "";
	return Object.fromEntries(
		[...row.matchAll(/<c r="([A-Z]+)\d+"( t="inlineStr")? s="(\d)">(?:<is><t[^>]*>|<v>)([^<]*)/g)].map(
			([, column = "", isText, style = "", value = ""]) => [column, { type: isText ? "text" : style, value }],
		),
	);
};

test("days and counts in a spreadsheet are days and numbers, so that it can sort and add them", async () => {
	const xml = strFromU8(
		unzipSync(new Uint8Array(await fileOf("xlsx")))["xl/worksheets/sheet1.xml"] ?? new Uint8Array(),
	);
	const { A, H, I, N } = cellsOf(xml, "1.1");
	expect(A).toEqual({ type: "text", value: "1.1" });
	expect(
		[H, I].map((cell) => new Date(FIRST_DAY + Number(cell?.value) * 86_400_000).toISOString().slice(0, 10)),
	).toEqual(["2026-10-01", "2026-11-01"]);
	expect([H?.type, I?.type, N]).toEqual(["3", "3", { type: "2", value: "3" }]);
});

describe("the statement of ISO/IEC 27001", () => {
	const fileWith = (format: "pdf" | "csv" | "xlsx", framework: FrameworkDetail) =>
		statementFile({ document: paperPdf }, WHOSE, { framework, format });
	const rowsOf = async (framework: FrameworkDetail) =>
		Papa.parse<Record<string, string>>((await fileWith("csv", framework)).toString().trimEnd(), { header: true }).data;
	const textsOf = async (framework: FrameworkDetail) =>
		readPdf(await fileWith("pdf", framework)).marked.map(([, text]) => text);
	const inAll = new Map(
		PACKS["iso-27001"].requirements.map(({ id }) => [id, decided("applicable", "", { reasons: ["risk"] })] as const),
	);

	test("has the 93 controls of Annex A; the clauses are a sheet of their own", async () => {
		const framework = frameworkWith("iso-27001");
		const ids = (await rowsOf(framework)).map(({ ID }) => ID ?? "");
		expect([ids.length, ids.every((id) => id.startsWith("A."))]).toEqual([93, true]);
		const texts = await textsOf(framework);
		expect(texts.filter((text) => /^(?:[4-9]|10)\./.test(text))).toEqual([]);
		expect(texts).toContain("Clauses 4 to 10 always apply, and are not part of this statement.");
		const [, clauses = []] = [...readXlsx(await unpackXlsx(await fileWith("xlsx", framework)), 1_000)];
		expect(clauses.slice(1).map(({ cells }) => cells[0]?.text)).toEqual(
			PACKS["iso-27001"].requirements
				.filter(({ id }, _at, all) => !id.startsWith("A.") && all.every(({ parent }) => parent !== id))
				.map(({ id }) => id),
		);
	});

	test("does not tell the customer’s reader what we could not compare", async () => {
		const all = (await textsOf(frameworkWith("iso-27001"))).join(" ");
		for (const sentence of PACKS["iso-27001"].notCovered) expect(all).not.toContain(sentence);
		expect(all).not.toMatch(/compared/i);
	});

	test("a clause that was once said not to apply applies", () => {
		const detail = frameworkWith("iso-27001", { decisions: new Map([["4.1", decided("not-applicable", "No.")]]) });
		expect(detail.all.find(({ id }) => id === "4.1")?.decision).toMatchObject({
			state: "applicable",
			justification: "",
		});
		expect(detail.decisions["not-applicable"]).toBe(0);
		expect(detail.decisions.undecided).toBe(93);
	});

	test("reasons follow from where the controls came from, until a person gives others", async () => {
		const origin = (isOwn: boolean, ...ids: ShippedId[]) => ({
			isOwn,
			frameworks: ids.map((id) => PACKS[id]),
			owner: null,
		});
		const own = origin(true, "iso-27001");
		const ours = origin(false, "iso-27001", "gdpr", "pci-dss");
		const [one, two] = [control("VM-01"), control("VM-02")];
		const framework = frameworkWith(
			"iso-27001",
			{
				decisions: new Map([
					["A.8.1", decided("applicable", "")],
					["A.8.2", decided("applicable", "")],
					["A.8.3", decided("applicable", "", { reasons: ["contract"] })],
					["A.8.4", decided("applicable", "")],
				]),
				controls: new Map([
					["A.8.1", [one]],
					["A.8.2", [two]],
					["A.8.3", [one]],
				]),
			},
			{
				controls: new Map([
					[one.controlId, ours],
					[two.controlId, own],
				]),
			},
		);
		const reasons = new Map((await rowsOf(framework)).map((row) => [row.ID, row.Reason]));
		expect(["A.8.1", "A.8.2", "A.8.3", "A.8.4"].map((id) => reasons.get(id))).toEqual([
			"Law, contract, good practice (default)",
			"Risk treatment (default)",
			"Contract",
			"",
		]);
		expect(await textsOf(framework)).toContain("1 requirement applies without a reason.");
	});

	test("names the version, who approved it and when, and what has changed since", async () => {
		const approvals = [{ version: 2, approvedAt: "2026-11-02T10:00:00.000Z", by: ADA, note: "" }];
		const approved = basisOf(frameworkWith("iso-27001", { decisions: inAll }).all);
		const same = await textsOf(frameworkWith("iso-27001", { decisions: inAll }, { approvals, approved }));
		expect(same.slice(same.indexOf("Version"), same.indexOf("Version") + 4)).toEqual([
			"Version",
			"2",
			"Approved by",
			"=Ada, 2 Nov 2026",
		]);
		const decisions = new Map(inAll).set("A.8.9", decided("not-applicable", "No such thing."));
		const changed = await textsOf(frameworkWith("iso-27001", { decisions }, { approvals, approved }));
		expect(changed).toContain("Draft after version 2");
		expect(changed[changed.indexOf("Changed since version 2 was approved") + 1]).toBe("A.8.9");
		expect(await textsOf(frameworkWith("iso-27001", { decisions }))).toContain("Draft, not approved yet");
	});

	test("a control that is retired or changes its standing is no change of what was approved, except by its code", () => {
		const of = (more: Parameters<typeof control>[1]) =>
			basisOf(frameworkWith("iso-27001", { controls: new Map([["A.8.1", [control("VM-01", more)]]]) }).all);
		expect(changedSince(of({}), of({ standing: "evidence-against" }))).toEqual([]);
		expect(changedSince(of({}), of({ state: "retired" }))).toEqual(["A.8.1"]);
		expect(hashOf(of({}))).toBe(hashOf(JSON.parse(JSON.stringify(of({ standing: "stale" })))));
	});

	test.each([
		[[], "No control"],
		[["operating", "operating"], "Implemented"],
		[["operating", "retired"], "Implemented"],
		[["operating", "planned", "not-operating"], "Partly implemented: 1 of 3"],
		[["planned", "not-operating"], "Planned"],
		[["not-operating"], "Not implemented"],
	] as const)("controls that are %j make a requirement “%s”", (states, text) => {
		const controls = states.map((state) => ({ ...control("VM-01", { state }), owner: null }));
		expect(implementationText({ controls })).toBe(text);
	});
});
