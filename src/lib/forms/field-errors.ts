import * as z from "zod/mini";
import { ApiFailure } from "#src/lib/data/api-failure.ts";

const details = z.object({ fields: z.array(z.object({ field: z.string(), message: z.string() })) });

/** A refusal's errors by the name of the field in the body; the first one for each field. */
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
