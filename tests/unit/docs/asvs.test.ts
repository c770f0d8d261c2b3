import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/ASVS.md", "utf8")
	.split("\n")
	.flatMap((line) => {
		const [, id, state, text] = /^\| (V\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
		return id && state && text ? [{ id, state, text }] : [];
	});

test("the table answers each of the 253 requirements of levels 1 and 2 once", () => {
	expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
	expect(rows).toHaveLength(253);
	expect(rows.filter(({ state }) => !["met", "partly", "not met", "not used"].includes(state))).toEqual([]);
});

test("the sentence above the table counts its rows", () => {
	const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
	expect(readFileSync("docs/ASVS.md", "utf8")).toContain(
		`${count("met")} met, ${count("partly")} partly, ${count("not met")} not met, ${count("not used")} about`,
	);
});

test.each(["docs/ASVS.md", "docs/THREAT-MODEL.md"])("every file that %s names exists", (file) => {
	const named = [
		...readFileSync(file, "utf8").matchAll(/`((?:server|tests|docs|scripts|contract|sw|\.github)\/[^`]*)`/g),
	];
	expect(named.length).toBeGreaterThan(10);
	expect(named.map(([, path = ""]) => path).filter((path) => !existsSync(path))).toEqual([]);
});
