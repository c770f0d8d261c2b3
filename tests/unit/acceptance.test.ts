import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const two = (serial: number) => String(serial).padStart(2, "0");

/** Ids such as `S5.21`, `A04` or `B14`; of a range such as `S3.89-S3.96` each one. */
function idsIn(text: string): string[] {
	const sections = text.matchAll(/\bS(\d)\.(\d{2,3})(?:-(?:S\1\.)?(\d{2,3}))?/g);
	const decisions = text.matchAll(/(?<![\w.])([AB])(\d\d)(?!\w)(?:-\2(\d\d))?/g);
	return [...sections, ...decisions].flatMap(([, group = "", first, last = first]) => {
		const [from, to] = [Number(first), Number(last)];
		const prefix = /\d/.test(group) ? `S${group}.` : group;
		return Array.from({ length: to - from + 1 }, (_, index) => prefix + two(from + index));
	});
}

test("docs/acceptance.md lists the ids that tests name, and no others", async () => {
	const files = (await readdir("tests", { recursive: true })).filter((name) => /\.(test|spec)\.ts$/.test(name));
	const sources = await Promise.all(files.map((name) => readFile(`tests/${name}`, "utf8")));
	const named = new Set(sources.flatMap(idsIn));
	const rows = (await readFile("docs/acceptance.md", "utf8")).matchAll(/^\| ([SAB][\d.]+) \| \S/gm);
	const listed = [...rows].map(([, id]) => id);
	expect(listed).toHaveLength(new Set(listed).size);
	expect(listed.toSorted()).toEqual([...named].toSorted());
});
