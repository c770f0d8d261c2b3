import { build } from "vite";

/** A script of the bench as one file, built the way the product's worker is. */
export async function buildScript(name: "outbox/worker" | "outbox/page" | "files/page"): Promise<string> {
	const built = await build({
		configFile: false,
		logLevel: "error",
		publicDir: false,
		define: { "process.env.NODE_ENV": '"production"' },
		build: {
			write: false,
			target: "es2022",
			lib: { entry: `tests/bench/${name}.ts`, name: "bench", formats: ["iife"] },
		},
	});
	const [result] = Array.isArray(built) ? built : [built];
	if (!result || !("output" in result)) throw new Error(`The bench's ${name} was not built.`);
	return result.output[0].code;
}
