import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

test("every query says what its data is checked with when it is read back, or that it is not kept", async () => {
	const names = (await readdir("src", { recursive: true })).filter((name) => /\.tsx?$/.test(name));
	const missing: string[] = [];
	for (const name of names) {
		const source = await readFile(join("src", name), "utf8");
		for (const [, options = ""] of source.matchAll(
			/\b(?:queryOptions|infiniteQueryOptions|fetchQuery)\(\{(.*?)\n\t*\}\)/gs,
		)) {
			// Derived from one that is defined elsewhere.
			if (!options.includes("queryKey:")) continue;
			if (!/meta: \{ kept: /.test(options)) missing.push(`${name}: ${/queryKey: .*/.exec(options)?.[0]}`);
		}
	}
	expect(missing).toEqual([]);
});
