import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { fingerprint } from "#contract/findings/vulnerabilities.ts";
import { OSCAL_MODELS, type OscalModel } from "#contract/frameworks/effectiveness.ts";
import type { OscalData } from "#server/assurance/frameworks/oscal/oscal-data.ts";
import { oscalDocument, oscalFile } from "#server/assurance/frameworks/oscal/oscal-file.ts";
import { token } from "#server/assurance/frameworks/oscal/words.ts";
import { emptyOscal, sampleOscal } from "./papers.ts";

/** Fetched by `node scripts/fetch-oscal-schema.ts`; not part of the repository. */
const SCHEMA = new URL("../../../../../node_modules/.cache/oscal/oscal_complete_schema.json", import.meta.url);

const textOf = (model: OscalModel, data: OscalData): Promise<string> => text(oscalFile(model, () => data));
const SAMPLES = [
	["a client with findings, tasks and hostile words", sampleOscal],
	["a client that has done nothing yet", emptyOscal],
] as const;
const CASES = OSCAL_MODELS.flatMap((model) => SAMPLES.map(([what, data]) => [model, what, data] as const));

type Node = { path: string; key: string; value: unknown };

/** Everything in a document, with the name of the field that it is in. */
function* nodesOf(value: unknown, key = "", path = ""): Generator<Node> {
	yield { path, key, value };
	if (Array.isArray(value)) for (const [at, each] of value.entries()) yield* nodesOf(each, key, `${path}/${at}`);
	else if (typeof value === "object" && value !== null) {
		for (const [name, each] of Object.entries(value)) yield* nodesOf(each, name, `${path}/${name}`);
	}
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TOKEN = /^[\p{L}_][\p{L}\p{N}.\-_]*$/u;
/** Fields that refer to something else in the same document. */
const REFERENCES = ["observation-uuid", "risk-uuid", "subject-uuid", "actor-uuid", "party-uuids"];

test.each(OSCAL_MODELS)("%s says what it said before, word for word", async (model) => {
	const golden = new URL(`../../../../fixtures/frameworks/${model}.json`, import.meta.url).pathname;
	const lines = JSON.stringify(JSON.parse(await textOf(model, sampleOscal())), null, "\t");
	await expect(`${lines}\n`).toMatchFileSnapshot(golden);
});

describe.each(CASES)("%s of %s", (model, _what, data) => {
	test("is whole: its own ids are there once, what it refers to is there, and nothing is empty", async () => {
		const document = JSON.parse(await textOf(model, data()));
		expect(Object.keys(document)).toEqual([model]);
		const nodes = [...nodesOf(document)];
		const ids = nodes.filter(({ key, value }) => key === "uuid" && typeof value === "string").map(({ value }) => value);
		expect(new Set(ids).size).toBe(ids.length);
		for (const { path, key, value } of nodes) {
			if (key === "uuid" || key.endsWith("-uuid")) expect(value, path).toMatch(UUID);
			if (key === "control-id" || key === "target-id") expect(value, path).toMatch(TOKEN);
			if (REFERENCES.includes(key) && typeof value === "string") expect(ids, path).toContain(value);
			if (Array.isArray(value)) expect(value.length, path).toBeGreaterThan(0);
			if (typeof value === "string") expect(value.trim(), path).not.toBe("");
			// Titles and values are one line each: they must not start a new line, or change direction.
			if (key === "title" || key === "value") expect(value, path).not.toMatch(/[\n\u202e]/);
			expect(value, path).not.toBeNull();
		}
	});

	test("is the same byte for byte when it is made again of the same data", async () => {
		expect(await textOf(model, data())).toBe(await textOf(model, data()));
		expect(JSON.parse(await textOf(model, data()))).toEqual(JSON.parse(JSON.stringify(oscalDocument(model, data()))));
	});

	test.skipIf(!existsSync(SCHEMA))("is valid by the official schema, which was fetched", async () => {
		// Its patterns use character classes, and its formats are names that Ajv does not have.
		const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: true });
		const valid = ajv.compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
		expect(valid(JSON.parse(await textOf(model, data()))), JSON.stringify(valid.errors?.slice(0, 5), null, 1)).toBe(
			true,
		);
	});
});

test("a requirement is not satisfied only where something speaks against it; the others get no finding", () => {
	const document = JSON.parse(JSON.stringify(oscalDocument("assessment-results", sampleOscal())));
	const [result] = document["assessment-results"].results;
	expect(result.findings.map((each: { target: unknown }) => each.target)).toMatchObject([
		{ "target-id": "_2.1", status: { state: "not-satisfied" } },
		{ "target-id": "_3.3", status: { state: "not-satisfied" } },
	]);
	expect(JSON.stringify(document)).not.toContain('"satisfied"');
});

test.each(["assessment-results", "plan-of-action-and-milestones"] as const)(
	"%s of many findings is made while it is written",
	async (model) => {
		const data = sampleOscal();
		const [, open] = data.findings;
		if (!open) throw new Error("no finding");
		let looked = 0;
		const many = Array.from({ length: 2_000 }, (_, n) => ({
			...open,
			fingerprint: fingerprint.parse(n.toString(16).padStart(64, "0")),
			get title() {
				looked += 1;
				return open.title;
			},
		}));
		const pieces = oscalFile(model, () => ({ ...data, findings: many }));
		await pieces.next();
		expect(looked).toBeLessThan(500);
		for await (const piece of pieces) expect(piece.length).toBeLessThan(128_000);
		expect(looked).toBeGreaterThan(2_000);
	},
);

test.each([
	["4.1", "_4.1"],
	["A.8.24", "A.8.24"],
	["Art. 32(1)", "Art._32_1_"],
	["164.308(a)(1)", "_164.308_a_1_"],
])("%s is the token %s", (id, expected) => {
	expect(token(id)).toBe(expected);
});

test("when it was last modified comes from the data and not from the clock", () => {
	const data = sampleOscal();
	const document = JSON.parse(JSON.stringify(oscalDocument("component-definition", data)));
	expect(document["component-definition"].metadata["last-modified"]).toBe("2026-10-01T09:00:00.000Z");
});
