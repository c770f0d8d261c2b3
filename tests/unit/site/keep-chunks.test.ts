import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "#tests/support/scratch-folder.ts";
import { keepChunks, readChunks } from "../../../scripts/build/keep-chunks.ts";

async function builder() {
	const dist = await scratchFolder("chunks");
	onTestFinished(() => rm(dist, { recursive: true, force: true }));
	const assets = join(dist, "assets");
	return {
		assets,
		/** What a build does to its folder: empties it and writes it again. */
		async build(...names: string[]) {
			const before = await readChunks(dist);
			await rm(dist, { recursive: true, force: true });
			await mkdir(assets, { recursive: true });
			for (const name of names) await writeFile(join(assets, name), `of ${names.join(" ")}`);
			await keepChunks(dist, before);
			return (await readdir(assets)).toSorted();
		},
	};
}

test("a chunk outlives its build by three others, and no more", async () => {
	const { build } = await builder();
	expect(await build("a-1.js")).toEqual(["a-1.js"]);
	expect(await build("a-2.js")).toEqual(["a-1.js", "a-2.js"]);
	expect(await build("a-3.js")).toEqual(["a-1.js", "a-2.js", "a-3.js"]);
	expect(await build("a-4.js")).toEqual(["a-1.js", "a-2.js", "a-3.js", "a-4.js"]);
	expect(await build("a-5.js")).toEqual(["a-2.js", "a-3.js", "a-4.js", "a-5.js"]);
});

test("a chunk that comes back is the new build's, and its time begins anew", async () => {
	const { assets, build } = await builder();
	await build("a.js");
	await build("b.js");
	await build("a.js", "c.js");
	expect(await readFile(join(assets, "a.js"), "utf8")).toBe("of a.js c.js");
	await build("d.js");
	await build("e.js");
	expect(await build("f.js")).toContain("a.js");
	expect(await build("g.js")).not.toContain("a.js");
});
