import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const FOLDER = "docs/decisions";
const records = (await readdir(FOLDER)).filter((name) => name !== "README.md");
const index = await readFile(`${FOLDER}/README.md`, "utf8");

/** The entry of a record in the index. */
const entryOf = (record: string) => index.split("\n").filter((line) => line.includes(`](${record})`));

test("every record is in the index once, and nothing else is", () => {
	expect([...index.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file).toSorted()).toEqual(records.toSorted());
});

test.each(records)("%s has its title in the index, and what its status says of later records", async (record) => {
	const text = await readFile(`${FOLDER}/${record}`, "utf8");
	const [, title] = /^# (\d+\. .+)$/m.exec(text) ?? [];
	const [, status = ""] = /^Date: \d{4}-\d\d-\d\d\. Status: (accepted.*|superseded.*)$/m.exec(text) ?? [];
	const [entry = ""] = entryOf(record);
	expect(entry).toContain(`[${title}]`);
	expect(status).not.toBe("");
	for (const change of ["superseded by", "amended by"])
		expect(entry.includes(change)).toBe(status.toLowerCase().includes(change));
});
