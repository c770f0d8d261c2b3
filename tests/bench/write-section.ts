import { readFile, writeFile } from "node:fs/promises";

const HEAD = "# Benchmarks\n";

/** Writes a bench's section into the shared document, replacing its last one. */
export async function writeSection(file: string, name: string, text: string): Promise<void> {
	const before = await readFile(file, "utf8").catch(() => HEAD);
	const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const section = `${start}\n\n${text.trim()}\n\n${end}`;
	const at = before.indexOf(start);
	const after =
		at < 0
			? `${before.trimEnd()}\n\n${section}\n`
			: before.slice(0, at) + section + before.slice(before.indexOf(end) + end.length);
	await writeFile(file, after);
}
