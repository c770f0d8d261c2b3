import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { afterBuild } from "./after-build.ts";

const FILE = "plumbline.mjs";

/**
 * Builds the command line into the pages' `cli/` folder, with its checksum, so that each server has the matching version. It is not
 * in the service worker's list of files.
 */
export function commandLine(): Plugin {
	return afterBuild("command-line", "post", async (dist) => {
		const folder = join(dist, "cli");
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		await build({
			configFile: "cli/vite.config.ts",
			logLevel: "warn",
			build: { outDir: folder, emptyOutDir: false },
		});
		const sha256 = createHash("sha256")
			.update(await readFile(join(folder, FILE)))
			.digest("hex");
		await writeFile(join(folder, `${FILE}.sha256`), `${sha256}  ${FILE}\n`);
	});
}
