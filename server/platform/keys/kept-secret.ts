import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The secret kept in a file in `folder`, created at the first start. */
export async function keptSecret(folder: string, name: string, make: () => string): Promise<string> {
	const file = join(folder, name);
	try {
		return (await readFile(file, "utf8")).trim();
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
	}
	const secret = make();
	await mkdir(folder, { recursive: true });
	try {
		// `wx`: of two that start at once, the second uses the first one's.
		await writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" });
		return secret;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST")
			return (await readFile(file, "utf8")).trim();
		// On a full disk the file exists but is empty, and the next start would take that for the secret.
		await rm(file, { force: true });
		throw error;
	}
}
