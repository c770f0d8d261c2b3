import { resolve } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";

type Work = (dist: string, config: ResolvedConfig) => Promise<void>;

/**
 * A plugin that works on the folder of a finished build, except the build that prerenders the pages. `pre`: before the worker's
 * precache list is made; `post`: after it.
 */
export function afterBuild(name: string, order: "pre" | "post", work: Work): Plugin {
	let config: ResolvedConfig;
	return {
		name: `plumbline:${name}`,
		apply: "build",
		configResolved(resolved) {
			config = resolved;
		},
		closeBundle: {
			order,
			sequential: true,
			async handler(error?: Error) {
				if (error || config.build.ssr) return;
				await work(resolve(config.root, config.build.outDir), config);
			},
		},
	};
}
