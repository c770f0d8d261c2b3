import { mkdir, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeLeftovers, stage } from "#server/scanning/tools/stage.ts";
import { scratchFolder } from "../../../../support/scratch-folder.ts";

const toolIn = (inside: string) => async (folder: string) => {
	await mkdir(join(folder, inside), { recursive: true });
	await writeFile(join(folder, inside, "tool"), inside);
	return inside;
};

test("a tool gets its name only when it is complete, and what it replaces stays until then", async () => {
	const folder = await scratchFolder("stage");
	await stage(folder, "zap", async (staged) => {
		expect(await readdir(folder)).not.toContain("zap");
		return toolIn("ZAP_1")(staged);
	});
	await stage(folder, "zap", async (staged) => {
		expect(await readFile(join(folder, "zap", "tool"), "utf8")).toBe("ZAP_1");
		return toolIn("ZAP_2")(staged);
	});
	expect(await readFile(join(folder, "zap", "tool"), "utf8")).toBe("ZAP_2");
	await removeLeftovers(folder);
	expect((await readdir(folder)).sort()).toEqual(["zap", expect.stringMatching(/^zap-[0-9a-f]{8}$/)]);
	expect(await readFile(join(folder, "zap", "tool"), "utf8")).toBe("ZAP_2");
});

test("a failure leaves nothing; what a killed one left is removed before the next one", async () => {
	const folder = await scratchFolder("stage");
	const broken = stage(folder, "wapiti", async (staged) => {
		await toolIn("")(staged);
		throw new Error("No network.");
	});
	await expect(broken).rejects.toThrow("No network.");
	expect(await readdir(folder)).toEqual([]);
	for (const name of ["wapiti-0123abcd", "sslyze-0123abcd"]) await toolIn("bin")(join(folder, name));
	await mkdir(join(folder, "of-an-operator"));
	await removeLeftovers(folder);
	expect(await readdir(folder)).toEqual(["of-an-operator"]);
});

test("a folder that an earlier release created under that name is moved out of the way", async () => {
	const folder = await scratchFolder("stage");
	await toolIn("")(join(folder, "sslyze"));
	await stage(folder, "sslyze", toolIn(""));
	expect(await readlink(join(folder, "sslyze"))).toMatch(/^sslyze-[0-9a-f]{8}$/);
	await removeLeftovers(folder);
	expect(await readdir(folder)).toHaveLength(2);
});
