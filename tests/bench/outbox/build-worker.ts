import { build } from "vite";

/** The bench's worker as one script, built the way the product's is. */
export async function buildWorker(): Promise<string> {
	const built = await build({
		configFile: false,
		logLevel: "error",
		publicDir: false,
		define: { "process.env.NODE_ENV": '"production"' },
		build: {
			write: false,
			target: "es2022",
			lib: { entry: "tests/bench/outbox/worker.ts", name: "bench", formats: ["iife"] },
		},
	});
	const [result] = Array.isArray(built) ? built : [built];
	if (!result || !("output" in result)) throw new Error("The worker was not built.");
	return result.output[0].code;
}
