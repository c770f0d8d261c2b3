import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { commandLine } from "./scripts/build/command-line.ts";
import { keepOldChunks } from "./scripts/build/keep-chunks.ts";
import { lightImports } from "./scripts/build/light-imports.ts";
import { packageVersion } from "./scripts/build/package-version.ts";
import { precompress } from "./scripts/build/precompress.ts";
import { prerender } from "./scripts/build/prerender.ts";
import { productFacts } from "./scripts/build/product-facts.ts";
import { webManifest } from "./scripts/build/web-manifest.ts";
import { BUILT_ORIGIN } from "./src/config/built-origin.ts";

/** A folder's long tests are in `*.long.test.ts`: `npm test` leaves them out, `npm run test:all` runs them too. */
function testFiles(folder: string): { include: string[]; exclude: string[] } {
	const LONG = "**/*.long.test.ts";
	const all = `${folder}/**/*.test.ts`;
	switch (process.env.TESTS) {
		case undefined:
		case "all":
			return { include: [all], exclude: [] };
		case "quick":
			return { include: [all], exclude: [LONG] };
		case "rest":
			return { include: [`${folder}/${LONG}`], exclude: [] };
		default:
			throw new Error(`TESTS is quick, rest, all or not set, not ${process.env.TESTS}`);
	}
}

export default defineConfig(({ mode }) => ({
	plugins:
		mode === "test"
			? [productFacts()]
			: [
					productFacts(),
					react(),
					lightImports(),
					tailwindcss(),
					prerender({
						origin: BUILT_ORIGIN,
						preloadFonts: [
							{ name: "public-sans-latin-wght-normal", usedBy: "" },
							{ name: "source-serif-4-latin-600-normal", usedBy: "font-serif" },
						],
					}),
					VitePWA({
						strategies: "injectManifest",
						srcDir: "sw",
						filename: "sw.js",
						// The plugin expects source and result to have the same name; ours is sw/index.ts, served as /sw.js.
						integration: {
							beforeBuildServiceWorker(options) {
								options.swSrc = resolve("sw/index.ts");
							},
							configureCustomSWViteBuild(options) {
								options.logLevel = "warn";
							},
						},
						injectRegister: false,
						registerType: "prompt",
						includeManifestIcons: false,
						injectManifest: {
							globPatterns: ["**/*.{js,css,html,svg,png,woff2}"],
							// For previews elsewhere: none of our pages shows it.
							globIgnores: ["preview.png"],
							rollupFormat: "iife",
						},
						manifest: webManifest,
					}),
					commandLine(),
					precompress(),
					keepOldChunks(),
				],
	define: {
		"import.meta.env.VITE_VERSION": JSON.stringify(packageVersion()),
		"import.meta.env.VITE_RETENTION_DAYS": JSON.stringify(process.env.RETENTION_DAYS ?? ""),
	},
	build: {
		target: "es2022",
		manifest: true,
		assetsInlineLimit: 0,
		// One stylesheet, which the prerenderer puts into every document: a later one would restyle the whole page.
		cssCodeSplit: false,
		// Otherwise the entry would contain a list of every chunk of every page. What a page needs at once is in its document's
		// head, and all styles are in its document: a chunk that listed them would load them again.
		modulePreload: {
			polyfill: false,
			resolveDependencies: (_file, dependencies, { hostType }) => (hostType === "html" ? dependencies : []),
		},
		rolldownOptions: {
			output: {
				codeSplitting: {
					// In one piece it compresses better, and it stays cached when only our own code changes.
					groups: [
						{ name: "react", test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\// },
					],
				},
			},
		},
	},
	server: { proxy: { "/api": "http://localhost:8000", "/r/": "http://localhost:8000" } },
	test: {
		environment: "node",
		// Files share their worker's process; tests/support/shared-process.ts keeps them apart.
		isolate: false,
		pool: "forks",
		setupFiles: "tests/support/shared-process.ts",
		projects: [
			{
				extends: true,
				test: {
					name: "unit",
					...testFiles("tests/unit"),
					// Only stops tests that hang; no test depends on time.
					testTimeout: 120_000,
					maxWorkers: availableParallelism(),
					sequence: { groupOrder: 0 },
				},
			},
			{
				extends: true,
				test: {
					name: "server",
					...testFiles("tests/server"),
					globalSetup: "tests/support/server/database-server.ts",
					testTimeout: 240_000,
					hookTimeout: 240_000,
					// Some of these tests wait for the queue, which looks for work once a second, so there is one more worker than
					// processors.
					maxWorkers: 1 + availableParallelism(),
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
}));
