import * as z from "zod/mini";
import { ApiFailure } from "#src/lib/data/api.ts";

const details = z.object({ fields: z.array(z.object({ field: z.string(), message: z.string() })) });

/** What a refusal says about single fields, by the name of the field in the body. The first sentence about each counts. */
export function fieldErrors(error: unknown): Record<string, string> {
	if (!(error instanceof ApiFailure)) return {};
	if (error.code === "invalid_code") return { code: error.message };
	const read = z.safeParse(details, error.details);
	if (!read.success) return {};
	const errors: Record<string, string> = {};
	for (const { field, message } of read.data.fields) {
		const name = field.replace(/^\//, "");
		if (name !== "") errors[name] ??= message;
	}
	return errors;
}
