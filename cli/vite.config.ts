import { defineConfig } from "vite";
import { packageVersion } from "../scripts/build/package-version.ts";

/** One file that needs Node and nothing else. */
export default defineConfig({
	define: { "process.env.PLUMBLINE_VERSION": JSON.stringify(packageVersion()) },
	publicDir: false,
	ssr: { noExternal: true },
	build: {
		// Older versions of Node have to parse it to say that they are too old (require-node.ts).
		target: "node18",
		ssr: "cli/main.ts",
		outDir: "dist-cli",
		rolldownOptions: { output: { entryFileNames: "plumbline.mjs" } },
	},
});
