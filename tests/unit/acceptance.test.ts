import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const files = (await readdir("tests", { recursive: true })).filter((name) => /\.(test|spec)\.ts$/.test(name));
const sources = await Promise.all(files.map((name) => readFile(`tests/${name}`, "utf8")));

const two = (serial: number) => String(serial).padStart(2, "0");

/** What a test's details (Playwright) or its options (Vitest) say it proves. */
function annotationsIn(source: string): string[] {
	const annotations = source.matchAll(/(?:type: "acceptance",\s*description|\bacceptance):\s*"([^"]+)"/g);
	return [...annotations].map(([, ids = ""]) => ids);
}

/** Ids such as `S5.21`, `A04` or `B14`; for a range such as `S3.89-S3.96`, each one. */
function idsOf(annotation: string): string[] {
	return annotation.split(", ").flatMap((part) => {
		const range = /^(S\d\.|[AB])(\d{2,3})(?:-\1(\d{2,3}))?$/.exec(part);
		if (!range) throw new Error(`"${part}" is neither an id nor a range of ids`);
		const [, group = "", first, last = first] = range;
		const [from, to] = [Number(first), Number(last)];
		return Array.from({ length: to - from + 1 }, (_, index) => group + two(from + index));
	});
}

test("docs/acceptance.md lists the ids that tests are annotated with, and no others", async () => {
	const proved = new Set(sources.flatMap(annotationsIn).flatMap(idsOf));
	const rows = (await readFile("docs/acceptance.md", "utf8")).matchAll(/^\| ([SAB][\d.]+) \| \S/gm);
	const listed = [...rows].map(([, id]) => id);
	expect(listed).toHaveLength(new Set(listed).size);
	expect(listed.toSorted()).toEqual([...proved].toSorted());
});

test("no title carries an id", async () => {
	const titles = sources.flatMap((source) =>
		[...source.matchAll(/\b(?:test|describe)(?:\.\w+)*\(\s*(["`])(.*?)\1/g)].map(([, , title = ""]) => title),
	);
	expect(titles.filter((title) => /\bS\d\.\d{2,3}\b|^[AB]\d\d /.test(title))).toEqual([]);
});
