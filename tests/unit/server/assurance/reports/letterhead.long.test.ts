import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { REPORT_TEMPLATES } from "#contract/reports/reports.ts";
import type { ReportData } from "#server/assurance/reports/data/report-data.ts";
import { makeReport } from "#server/assurance/reports/make-report.ts";
import { nameWithClient } from "#server/assurance/reports/report-name.ts";
import type { LogoFile } from "#server/platform/files/pictures/logo.ts";
import { foldScript } from "#server/platform/paper/pages/fold-script.ts";
import { visibleLine } from "#server/platform/texts/visible-text.ts";
import { makePng } from "#tests/support/reports/make-png.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { pageTree } from "./page-tree.ts";
import { reportData } from "./report-data.ts";
import { HOSTILE } from "./samples.ts";

const OUR_URL = "https://plumbline.example";
const WORKSPACE: ReportData["workspace"] = { name: "Ada & Sons", color: "teal", logo: null };
const BAKERY: NonNullable<ReportData["client"]> = { name: "Bakery", color: "rose", own: false };

/** The hosts of one client and nothing else, under any name. */
function ofBakery(template: ReportData["template"], over: Partial<ReportData> = {}): ReportData {
	const all = reportData(template);
	const name = over.client?.name ?? BAKERY.name;
	const targets = all.targets.filter(({ client }) => client === "Bakery");
	const isOwn = (host: string) => targets.some((target) => target.host === host);
	return {
		...all,
		workspace: WORKSPACE,
		client: BAKERY,
		targets: targets.map((target) => ({ ...target, client: name })),
		findings: all.findings.filter(({ asset }) => isOwn(asset)).map((finding) => ({ ...finding, client: name })),
		looks: all.looks.filter(({ host }) => isOwn(host)),
		failures: all.failures.filter(({ host }) => isOwn(host)),
		scans: all.scans.filter(({ target }) => [...targets].some(({ host }) => target.includes(host))),
		compliance: all.compliance
			.filter(({ client }) => client === "Bakery")
			.map((compliance) => ({ ...compliance, client: name })),
		...over,
	};
}

const filesOf = async (data: ReportData) => {
	const { files, logoLeftOut, sections } = await makeReport(data, OUR_URL);
	const html = files.get("html")?.toString() ?? "";
	return {
		files,
		logoLeftOut,
		sections,
		html,
		tree: pageTree(html),
		pdf: readPdf(files.get("pdf") ?? Buffer.alloc(0)),
	};
};
const text = (pdf: ReturnType<typeof readPdf>) => pdf.marked.map(([, each]) => each).join("\n");

describe.each(REPORT_TEMPLATES)("%s of one client", (template) => {
	const made = filesOf(ofBakery(template));

	test("names the client with its color, and the workspace above it; the product only at the foot", async () => {
		const { tree, html, pdf } = await made;
		const [masthead, title] = tree.tags("header");
		expect(masthead && tree.text(masthead)).toBe("Ada & Sons");
		expect(masthead && tree.attribute(masthead, "class")).toContain("edge-teal");
		expect(title && tree.text(title)).not.toContain("Plumbline");
		expect(html).toContain('<p class="client edge-rose"><span class="label">Client</span> <bdi>Bakery</bdi></p>');
		expect(tree.tags("title").map(tree.text)).toEqual(["Bakery: Third quarter <review> · Ada & Sons"]);
		expect(tree.tags("footer").map(tree.text).join()).toContain("Made by Plumbline");
		const lines = pdf.marked.map(([, each]) => each);
		expect(lines.slice(0, 3)).toEqual(["Ada & Sons", "Client", "Bakery"]);
		expect(lines).not.toContain("Plumbline");
		expect(pdf.objects).toMatch(/^\(Ada & Sons\)$/m);
		expect(pdf.objects).toMatch(/^\(Bakery: Third quarter <review>\)$/m);
	});

	test("contains nothing of another client, in any file", async () => {
		const { files, sections, pdf } = await made;
		const all = [...files].filter(([format]) => format !== "pdf").map(([, content]) => content.toString());
		for (const each of [...all, text(pdf), JSON.stringify(sections)]) {
			expect(each).not.toMatch(/api\.example|mail\.example|new\.example|Łódź|[^"]clients/);
		}
		expect(JSON.parse(files.get("json")?.toString() ?? "{}").client).toEqual(BAKERY);
	});
});

describe("data of another client", () => {
	const data = ofBakery("vulnerability-assessment");
	const all = reportData("vulnerability-assessment");

	test.each<[string, Partial<ReportData>]>([
		["a host", { targets: all.targets }],
		["a finding", { findings: all.findings }],
		["a standing", { compliance: reportData("compliance-report").compliance }],
		[
			"a host of the workspace itself",
			{ targets: all.targets.filter(({ client }) => client !== "Łódź Bäckerei Καφές 北京") },
		],
	])("%s makes no report", async (_, over) => {
		await expect(makeReport({ ...data, ...over }, OUR_URL)).rejects.toThrow("data of another");
	});

	test("scans of a host that has moved are left out", async () => {
		const { html, files } = await filesOf({ ...data, looks: all.looks, failures: all.failures });
		expect(html).not.toMatch(/api\.example|mail\.example/);
		expect(files.get("json")?.toString()).not.toMatch(/api\.example|mail\.example/);
	});

	test("is what the workspace's own client has no name for", async () => {
		const own = { name: "Ada & Sons", color: "slate", own: true } as const;
		const targets = all.targets.filter(({ client }) => client === "");
		const isOwn = (host: string) => targets.some((target) => target.host === host);
		const findings = all.findings.filter(({ asset, client }) => isOwn(asset) && client === "");
		const { html } = await filesOf({ ...all, client: own, targets, findings });
		expect(html).not.toContain('class="client');
		await expect(makeReport({ ...all, client: own }, OUR_URL)).rejects.toThrow("data of another");
	});
});

test("a report of all clients says whose each host is", async () => {
	const workspace = { ...WORKSPACE, name: "Ada & Sons" };
	const { tree } = await filesOf(reportData("compliance-report", { workspace }));
	const [table] = tree.tags("table").filter((each) => tree.text(each).startsWith("Hosts by client"));
	expect(table && tree.text(table).match(/Client([^\n]+?)Hosts([^\n]+)/g)).toEqual([
		"ClientBakeryHostsshop.example.com and old.example.com",
		"ClientŁódź Bäckerei Καφές 北京Hostsmail.example.com",
		"ClientAda & SonsHostsapi.example.com and new.example.com",
	]);
	const sarif = JSON.parse(
		(await filesOf(reportData("vulnerability-assessment", { workspace }))).files.get("sarif")?.toString() ?? "{}",
	);
	expect(
		new Set(sarif.runs[0].results.map(({ properties }: { properties: { client: string } }) => properties.client)),
	).toEqual(new Set(["Ada & Sons", "Bakery", "Łódź Bäckerei Καφές 北京"]));
});

/** As a PDF shows it: characters that its fonts do not have are named. */
const inPdf = (name: string) =>
	name
		.replace(/\s/g, "")
		.replace(
			/[\u0600-\u06ff\u2400-\u2421]|\p{Extended_Pictographic}/gu,
			(each) => `‹U+${each.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}›`,
		)
		.replaceAll("⟨", "‹")
		.replaceAll("⟩", "›");

describe("names as strangers would choose them", () => {
	const NAMES = [...HOSTILE, "W".repeat(100), "👩‍💻 🦊", "شركة \u200Fأمن", "one\ntwo"];

	test.each(NAMES.flatMap((name, at) => (at % 2 === 0 ? [[name, NAMES[at + 1] ?? ""] as const] : [])))(
		"%j, and of a client %j, are text wherever they are",
		async (name, whom) => {
			const over = { workspace: { ...WORKSPACE, name }, client: { ...BAKERY, name: whom } };
			const { html, tree, pdf } = await filesOf(ofBakery("executive-summary", over));
			expect(html.replace(foldScript.toString(), "")).not.toMatch(/<script|<img|<[^>]*\son\w+=/);
			const [masthead, title] = tree.tags("header");
			expect(masthead && tree.text(masthead)).toBe(visibleLine(name));
			expect(title && tree.text(title)).toContain(visibleLine(whom));
			expect(tree.tags("title").map(tree.text)[0]).toContain(visibleLine(name));
			const [sender, , client] = pdf.marked.map(([, told]) => told.replace(/\s/g, ""));
			expect([sender, client].map((told) => told?.slice(0, 4))).toEqual(
				[name, whom].map((each) => inPdf(visibleLine(each)).slice(0, 4)),
			);
		},
	);

	test.each(["", "   "])("%j is the product's name, and an unnamed client", async (name) => {
		const data = ofBakery("executive-summary", { workspace: { ...WORKSPACE, name }, client: { ...BAKERY, name } });
		const { tree, pdf } = await filesOf(data);
		expect(tree.tags("header").map(tree.text)[0]).toBe("Plumbline");
		expect(pdf.marked.slice(0, 3).map(([, each]) => each)).toEqual(["Plumbline", "Client", "Unnamed client"]);
	});
});

describe("a logo", () => {
	const png = (bytes: Buffer): LogoFile => ({ type: "image/png", bytes });
	const clear = png(makePng({ width: 200, height: 50, pixel: (x, y) => [x, y * 5, 90, (x + y) % 256] }));
	const withLogo = (logo: LogoFile) => ofBakery("executive-summary", { workspace: { ...WORKSPACE, logo } });

	test("is in the page itself and in the PDF, with its transparency; the same data gives the same bytes", async () => {
		const [one, other] = [await makeReport(withLogo(clear), OUR_URL), await makeReport(withLogo(clear), OUR_URL)];
		for (const [format, content] of one.files) expect(other.files.get(format)?.equals(content), format).toBe(true);
		const { tree, pdf, logoLeftOut } = await filesOf(withLogo(clear));
		expect(logoLeftOut).toBeNull();
		const [image] = tree.tags("img");
		expect(image && tree.attribute(image, "src")).toMatch(/^data:image\/png;base64,[\w+/=]+$/);
		expect(image && tree.attribute(image, "alt")).toBe("");
		expect(["width", "height"].map((side) => image && tree.attribute(image, side))).toEqual(["168", "42"]);
		expect(pdf.objects).toMatch(/\/Subtype \/Image[\s\S]*\/SMask \d+ 0 R/);
		expect(pdf.objects).toMatch(/\/XObject <<\n\/Logo \d+ 0 R/);
	});

	test("that is a JPEG is in both as it is", async () => {
		const bytes = readFileSync(new URL("../../../../fixtures/reports/logo.jpg", import.meta.url));
		const { tree, pdf } = await filesOf(withLogo({ type: "image/jpeg", bytes }));
		expect(tree.tags("img").map((image) => tree.attribute(image, "src")?.slice(0, 23))).toEqual([
			"data:image/jpeg;base64,",
		]);
		expect(pdf.objects).toContain("/DCTDecode");
	});

	test("that cannot be shown is left out, and the report says the same without it", async () => {
		const without = await filesOf(ofBakery("executive-summary"));
		const broken = await filesOf(withLogo(png(clear.bytes.subarray(0, 90))));
		expect(broken.logoLeftOut).toBe("the file is damaged");
		expect(broken.html).toBe(without.html);
		expect(broken.pdf.objects).not.toContain("/Subtype /Image");
	});

	test("is not in the data files", async () => {
		const { files } = await filesOf(withLogo(clear));
		const json = files.get("json")?.toString() ?? "";
		expect(JSON.parse(json).workspace).toEqual({ name: "Ada & Sons", color: "teal" });
		expect(json).not.toContain("logo");
	});
});

describe("the name of a report's tab and files", () => {
	test.each([
		["Q3", null, "Q3"],
		["Q3", "Bakery", "Bakery: Q3"],
		["Q3 of the bakery", "Bakery", "Q3 of the bakery"],
	])("%s for %j is %s", (name, client, expected) => {
		expect(nameWithClient(name, client)).toBe(expected);
	});
});
