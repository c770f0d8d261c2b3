import { readdirSync } from "node:fs";

/**
 * Which tests run: `quick` is `npm test`, `all` is everything, and `rest` is `all` without `quick`. Vitest files named
 * `.long.test.ts` are not quick; browser tests tagged `@road` are (decision 122).
 */
export type Selection = "quick" | "all" | "rest";

const isLong = (file: string) => file.endsWith(".long.test.ts");

/** The test files on disk below a folder of `tests`, without using any runner's pattern. For Vitest, those of a selection. */
export function foundFiles(folder: "unit" | "server" | "e2e", selection: Selection = "all"): string[] {
	const files = readdirSync(`tests/${folder}`, { recursive: true, encoding: "utf8" })
		.filter((name) => /\.(test|spec)\.ts$/.test(name))
		.map((name) => `tests/${folder}/${name}`);
	return selection === "all" ? files : files.filter((file) => isLong(file) === (selection === "rest"));
}
