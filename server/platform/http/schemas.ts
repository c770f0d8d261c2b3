import type { FastifyInstance } from "fastify";
import type * as z from "zod/mini";

/** Makes routes use the contract's schemas: input is parsed, and answers contain only what the schema names. */
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
		if (!parsed.success) throw new Error(`An answer does not match its schema: ${parsed.error.message}`);
		return JSON.stringify(parsed.data);
	});
}
