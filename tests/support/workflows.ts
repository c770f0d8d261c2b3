import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod/mini";

export const step = z.object({
	id: z.optional(z.string()),
	if: z.optional(z.string()),
	uses: z.optional(z.string()),
	run: z.optional(z.string()),
	env: z.optional(z.record(z.string(), z.string())),
	with: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});
export type Step = z.infer<typeof step>;

const action = z.object({
	inputs: z.record(z.string(), z.object({ default: z.optional(z.string()), required: z.optional(z.boolean()) })),
	runs: z.object({ using: z.literal("composite"), steps: z.array(step) }),
});

/** A composite action of the repository. */
export async function readAction(folder: string) {
	const { inputs, runs } = action.parse(parse(await readFile(join(folder, "action.yml"), "utf8")));
	return {
		inputs,
		steps: runs.steps,
		/** The one step that is a command, with its environment as a runner fills it in. */
		command(given: Record<string, string>): { run: string; env: Record<string, string> } {
			const [only, ...others] = runs.steps.filter(({ run }) => run !== undefined);
			if (only?.run === undefined || others.length > 0) throw new Error("The action has not one command");
			for (const name of Object.keys(given)) if (!inputs[name]) throw new Error(`The action has no input ${name}`);
			const inputOf = (name: string) => {
				const value = given[name] ?? inputs[name]?.default;
				if (value === undefined) throw new Error(`The input ${name} is missing`);
				return value;
			};
			const env = Object.entries(only.env ?? {}).map(([name, text]) => [
				name,
				text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, input: string) => inputOf(input)),
			]);
			return { run: only.run, env: Object.fromEntries(env) };
		},
	};
}
