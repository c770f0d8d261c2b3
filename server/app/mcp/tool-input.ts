import * as z from "zod/mini";
import { clientId } from "#contract/ids.ts";
import type { Tool } from "./tools.ts";

/** The most items on a page. Answers are read by models, which pay for each word. */
const MOST_ITEMS = 50;
export const USUAL_ITEMS = 20;

const page = {
	cursor: z.optional(z.string("The cursor is a text.").check(z.maxLength(200, "This is not a cursor."))),
	limit: z.optional(
		z
			.int("The limit is a whole number.")
			.check(z.minimum(1, "The limit is at least 1."), z.maximum(MOST_ITEMS, `The limit is at most ${MOST_ITEMS}.`)),
	),
};

const NO_MESSAGE = "Invalid input";

/** What a tool accepts: the parameters and the query of its call, and the client. Nothing else. */
export function inputOf({ operation, items, fields }: Tool) {
	const given = {
		...operation.params?.shape,
		...operation.query?.shape,
		...(items !== undefined && page),
		clientId: z.optional(clientId),
	};
	const names = Object.keys(given);
	const schema = z.strictObject(given, {
		error: ({ code, keys }) =>
			code === "unrecognized_keys"
				? `There is no field ${(keys as string[]).map((key) => `“${key.slice(0, 40)}”`).join(", ")}. This tool takes ${names.join(", ")}.`
				: "The arguments of a tool are an object.",
	});
	const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
	const properties = Object.entries(json.properties ?? {}).map(([name, property]) => [
		name,
		{ ...(typeof property === "object" && property), ...(fields[name] && { description: fields[name] }) },
	]);
	return { schema, json: { ...json, type: "object" as const, properties: Object.fromEntries(properties) } };
}

type Read = { ok: true; given: Record<string, unknown> } | { ok: false; message: string };

/** Reads a tool's arguments, or says in a sentence what is wrong with them. */
export function readInput({ schema }: ReturnType<typeof inputOf>, args: unknown): Read {
	const read = schema.safeParse(args ?? {});
	if (read.success) return { ok: true, given: read.data };
	const [issue] = read.error.issues;
	const field = issue?.path.join(".") ?? "";
	const said = issue?.message ?? NO_MESSAGE;
	const what = said === NO_MESSAGE ? "This value is not one that the tool takes." : said;
	return { ok: false, message: `${field === "" ? "" : `${field}: `}${what} Nothing was read.` };
}
