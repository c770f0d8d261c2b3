import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** The full path of the first of these programs found on PATH. */
export async function onPath(...names: string[]): Promise<string | undefined> {
	for (const name of names) {
		for (const folder of (process.env.PATH ?? "").split(delimiter)) {
			if (folder === "") continue;
			const path = join(folder, name);
			const there = await access(path, constants.X_OK).then(
				() => true,
				() => false,
			);
			if (there) return path;
		}
	}
	return undefined;
}
