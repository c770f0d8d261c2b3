import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";

const FILE = "plumbline.mjs";

/**
 * Builds the command line into `cli/` of the pages, with its checksum, so that each server has the one that goes with it. The
 * service worker's list of files does not have it.
 */
export function commandLine(): Plugin {
	let config: ResolvedConfig;
	return {
		name: "plumbline:command-line",
		apply: "build",
		configResolved(resolved) {
			config = resolved;
		},
		closeBundle: {
			order: "post",
			sequential: true,
			async handler(error?: Error) {
				if (error || config.build.ssr) return;
				const folder = join(resolve(config.root, config.build.outDir), "cli");
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
			},
		},
	};
}
