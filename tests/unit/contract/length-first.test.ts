import fc from "fast-check";
import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { EMAIL_PATTERN } from "#contract/accounts/email.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { SEED, TIMES } from "#tests/support/fuzz/sample.ts";

/** The old address rule, before it was changed to read a text only once. */
const AS_SPECIFIED = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

test("the address rule accepts text, @, text, dot, text, and nothing else", () => {
	const text = fc.string({ unit: fc.constantFrom("a", ".", "@", " ", "é", "-"), maxLength: 9 });
	fc.assert(
		fc.property(text, (address) => EMAIL_PATTERN.test(address) === AS_SPECIFIED.test(address)),
		{ numRuns: 2_000 * TIMES, seed: SEED },
	);
});

/** Every text in a schema, with its location. */
function texts(schema: z.core.$ZodType, place: string): [string, z.core.$ZodStringDef | z.core.$ZodStringFormatDef][] {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	switch (def.type) {
		case "string":
			return [[place, def]];
		case "object":
			return Object.entries(def.shape).flatMap(([name, of]) => texts(of, `${place}.${name}`));
		case "array":
			return texts(def.element, `${place}[]`);
		case "optional":
		case "nullable":
			return texts(def.innerType, place);
		case "union":
			return def.options.flatMap((option) => texts(option, place));
		case "pipe":
			return [...texts(def.in, place), ...texts(def.out, place)];
		default:
			return [];
	}
}

const given = Object.entries<Operation>(OPERATIONS).flatMap(([name, { params, query, body }]) =>
	[params, query, body].flatMap((schema) => (schema ? texts(schema, name) : [])),
);

test("every call's texts are found", () => {
	expect(given.map(([place]) => place)).toEqual(
		expect.arrayContaining([
			"joinNewsletter.email",
			"register.email",
			"startZapScan.email",
			"createSchedule.recurrence.at",
		]),
	);
});

test.each(given)("of %s the length is checked before anything reads it", (_place, def) => {
	// A date or an id has the library's own fixed-length pattern, and nothing after it sees a text that is neither.
	if ("format" in def) return;
	const checks = (def.checks ?? []).map((check) => check._zod.def);
	const reader = checks.findIndex(({ check }) => check === "string_format" || check === "custom");
	if (reader === -1) return;
	const length = checks.findIndex(({ check, abort }) => check === "max_length" && abort === true);
	expect(length).toBeGreaterThanOrEqual(0);
	expect(length).toBeLessThan(reader);
});
