import { expect, test } from "vitest";
import { createClientFileReaders } from "#server/app/clients/file/readers.ts";
import { createTemplateReaders } from "#server/assurance/assessments/templates/readers.ts";
import { createCatalogReaders } from "#server/assurance/frameworks/catalog/readers.ts";
import { jsonShapeFault } from "#server/platform/files/json-shape.ts";
import { createReaders } from "#server/scanning/engines/readers.ts";
import { afterFile } from "#tests/support/after-file.ts";

const listOf = (unit: string, bytes: number) => `[${unit.repeat(bytes / unit.length)}0]`;

test.each([
	["{}", undefined],
	[`{"a":"${"[".repeat(100)}${'\\"'.repeat(3)}${",".repeat(100)}"}`, undefined],
	["[".repeat(200) + "]".repeat(200), undefined],
	["[".repeat(201) + "]".repeat(201), "deep"],
	[listOf("0,", 4_000_000), undefined],
	[listOf("0,", 6_000_002), "many"],
	[listOf("{},", 6_000_000), "many"],
])("%.20s…: %s", (text, fault) => {
	expect(jsonShapeFault(text)).toBe(fault);
});

/** As long as the longest that each reader gets: earlier, the last two ended the process, whatever their threads' limits. */
test("empty objects as far as the longest file goes end no reader's process", async () => {
	const text = listOf("{},", 48_000_000);
	const bytes = Buffer.from(text);
	const [catalogs, templates, clients, tools] = [
		createCatalogReaders(),
		createTemplateReaders(),
		createClientFileReaders(),
		createReaders(),
	];
	afterFile(() => Promise.all([catalogs, templates, clients, tools].map(({ close }) => close())));
	const refused = { status: "done", value: { ok: false, message: expect.stringContaining("too many values") } };
	expect(await catalogs.run("readOscal", bytes, "mvsp")).toMatchObject(refused);
	expect(await templates.run("readJson", bytes)).toMatchObject(refused);
	expect(await clients.run("readRows", "hosts", bytes, "data/hosts-0001.json")).toMatchObject(refused);
	const target = { origin: "https://a.example", host: "a.example", port: 443, path: "/", mayLimit: true };
	expect(await tools.run("lookAtZap", { last: text, passive: "" }, target, new Date())).toMatchObject({
		status: "done",
		value: { status: "broken", reason: "Its report is not whole JSON." },
	});
});
