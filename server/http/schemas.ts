import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";

/** Lets routes say what they take and answer in the contract's own schemas: input is parsed, answers hold nothing unsaid. */
export function addSchemas(app: FastifyInstance): void {
	app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => (input) => {
		const parsed = schema.safeParse(input);
		if (parsed.success) return { value: parsed.data };
		return {
			error: parsed.error.issues.map(({ code, path, message }) => ({
				keyword: code,
				instancePath: path.map((part) => `/${String(part)}`).join(""),
				schemaPath: "",
				params: {},
				message,
			})),
		};
	});
	app.setSerializerCompiler<z.ZodMiniType>(({ schema }) => (answer) => {
		const parsed = schema.safeParse(answer);
		if (!parsed.success) throw new Error(`An answer is not what its call promises: ${parsed.error.message}`);
		return JSON.stringify(parsed.data);
	});
}
