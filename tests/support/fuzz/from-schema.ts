import fc from "fast-check";
import type { JsonSchema } from "#server/app/api-docs/openapi.ts";
import { wildJson } from "./wild.ts";

/** Meaningful values, by field name: what a schema allows is seldom a host or an address that exists. */
export type Meanings = Record<string, fc.Arbitrary<unknown>>;

type Keywords = JsonSchema & {
	type?: string;
	const?: unknown;
	enum?: unknown[];
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	allOf?: JsonSchema[];
	items?: JsonSchema;
	pattern?: string;
	format?: string;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
};

const MOST_ITEMS = 5;
const MOST_TEXT = 40;
/** Patterns with lookaround cannot be generated from; these formats have their own generators. */
const FORMATS: Record<string, fc.Arbitrary<string>> = {
	uuid: fc.uuid(),
	uri: fc.webUrl(),
	email: fc.emailAddress(),
	date: fc
		.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
		.map((day) => day.toISOString().slice(0, 10)),
	"date-time": fc
		.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
		.map((time) => time.toISOString()),
};

function text({ format, pattern, minLength = 0, maxLength = MOST_TEXT }: Keywords): fc.Arbitrary<string> {
	const formatted = format === undefined ? undefined : FORMATS[format];
	if (formatted) return formatted;
	if (pattern !== undefined && !pattern.includes("\\p")) return fc.stringMatching(new RegExp(pattern));
	const longest = Math.min(maxLength, Math.max(minLength, MOST_TEXT));
	return fc.string({ unit: "grapheme-ascii", minLength, maxLength: longest });
}

/** Values that a JSON Schema of our own API describes. They may break what it cannot express, such as rules between fields. */
export function fromSchema(schema: JsonSchema, meanings: Meanings, name = ""): fc.Arbitrary<unknown> {
	const meaning = meanings[name];
	const described = fromKeywords(schema, meanings);
	return meaning ? fc.oneof({ weight: 4, arbitrary: meaning }, { weight: 1, arbitrary: described }) : described;
}

function fromKeywords(schema: Keywords, meanings: Meanings): fc.Arbitrary<unknown> {
	const { const: only, enum: all, anyOf, oneOf, allOf, type, items } = schema;
	if (only !== undefined) return fc.constant(only);
	if (all) return fc.constantFrom(...all);
	const choices = anyOf ?? oneOf;
	if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, meanings)));
	switch (type) {
		case "string":
			return text(allOf ? Object.assign({}, schema, ...allOf) : schema);
		case "integer":
			return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 });
		case "number":
			return fc.double({ noNaN: true, noDefaultInfinity: true });
		case "boolean":
			return fc.boolean();
		case "null":
			return fc.constant(null);
		case "array":
			return fc.array(items ? fromSchema(items, meanings) : wildJson, {
				minLength: schema.minItems ?? 0,
				maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, Math.max(MOST_ITEMS, schema.minItems ?? 0)),
			});
		case "object": {
			const { properties = {}, required = [] } = schema;
			const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
				Object.entries(properties).map(([key, of]) => [key, fromSchema(of, meanings, key)]),
			);
			return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
		}
		default:
			return wildJson;
	}
}
