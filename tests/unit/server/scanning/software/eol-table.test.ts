import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, expect, test } from "vitest";
import { endedObservation } from "#server/scanning/engines/shared/rules/software/end-of-life.ts";
import { refreshedTableFile, watchEolTable } from "#server/scanning/software/jobs/watch-eol-table.ts";
import { asOfTable, type EolTable, eolTable, isOldTable, replaceEolTable } from "#server/scanning/software/table.ts";
import { readerOfOneScan, readers } from "../../../../support/engines/readers.ts";
import { scratchFolder } from "../../../../support/scratch-folder.ts";
import { until } from "../../../../support/until.ts";

const packaged = eolTable;
afterEach(() => replaceEolTable(packaged));

const days = (count: number) => new Date(Date.parse(packaged.snapshot) + count * 86_400_000);
const refreshed: EolTable = { ...packaged, snapshot: days(60).toISOString().slice(0, 10) };

test("dates are old after more than 90 days, and what depends on them says so", () => {
	expect([90, 91].map((age) => isOldTable(packaged, days(age)))).toEqual([false, true]);
	expect(asOfTable("Releases", days(90))).toBe(`Releases as of ${packaged.snapshot}`);
	expect(asOfTable("Releases", days(91))).toBe(
		`Releases as of ${packaged.snapshot} (more than 90 days old, so newer dates may differ)`,
	);
});

test("a finding by old dates carries the caveat in its evidence", () => {
	const seen = {
		name: "PHP",
		version: "5.6.40",
		lookup: "5.6.40",
		product: "php",
		distribution: undefined,
		source: "Header X-Powered-By",
		text: "PHP/5.6.40",
		endpoint: { scheme: "http", host: "example.com", port: 80, at: { address: "93.184.215.14", family: 4 } },
	} as const;
	const sourceAt = (now: Date) => endedObservation(seen, now)?.evidence.at(-1)?.source;
	expect(sourceAt(days(1))).toBe(`End-of-life dates as of ${packaged.snapshot}`);
	expect(sourceAt(days(91))).toContain("more than 90 days old");
});

async function watch(text: string | undefined, now = days(91)) {
	const varDir = await scratchFolder("eol");
	const file = refreshedTableFile(varDir);
	const write = async (content: string, changed = new Date()) => {
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
		await utimes(file, changed, changed);
	};
	if (text !== undefined) await write(text);
	const warnings: string[] = [];
	const clock = { now };
	const watching = await watchEolTable({
		varDir,
		everyMs: 10,
		now: () => clock.now,
		use: replaceEolTable,
		warn: (warning) => warnings.push(warning),
	});
	return { warnings, clock, write, watching };
}

test("a refreshed table is preferred, and one that appears while the server runs is picked up", async () => {
	const { warnings, write, watching } = await watch(JSON.stringify(refreshed));
	expect(eolTable.snapshot).toBe(refreshed.snapshot);
	expect(warnings).toEqual([]);
	await write(JSON.stringify({ ...refreshed, snapshot: "2030-01-01" }), new Date("2030-01-01"));
	await until(async () => eolTable.snapshot === "2030-01-01", "the newer one is used");
	await watching.stop();
});

test("a table older than the one in this release is not used; old dates are reported once a day, after what the server prints at its start", async () => {
	const { warnings, clock, watching } = await watch(JSON.stringify({ ...packaged, snapshot: "2020-01-01" }));
	expect(eolTable).toBe(packaged);
	expect(warnings).toEqual([]);
	clock.now = days(92);
	await until(async () => warnings.length > 0, "the log says it a day later");
	expect(warnings).toEqual([
		`The end-of-life dates are as of ${packaged.snapshot}, more than 90 days ago. npm run refresh-eol gets newer ones.`,
	]);
	await watching.stop();
});

test.each(["{", "{}", JSON.stringify({ ...refreshed, products: { php: { title: "PHP", cycles: [] } } })])(
	"a file that is not a table is reported and not used: %s",
	async (text) => {
		const { warnings, watching } = await watch(text, days(1));
		expect(eolTable).toBe(packaged);
		expect(warnings).toEqual([expect.stringContaining("is not a table of end-of-life dates")]);
		await watching.stop();
	},
);

test("the reader threads use the refreshed table as well", async () => {
	const seen = {
		host: "example.com",
		port: 80,
		name: "http",
		product: "nginx",
		version: "1.10.3",
		extra: "",
		tls: false,
		probed: true,
		cpes: ["cpe:/a:igor_sysoev:nginx:1.10.3"],
	};
	const dates = async () => JSON.stringify(await readerOfOneScan()("lookAtServices", [seen], days(61)));
	expect(await dates()).toContain(`as of ${packaged.snapshot}`);
	readers.everywhere("replaceEolTable", refreshed);
	expect(await dates()).toContain(`as of ${refreshed.snapshot}`);
});
