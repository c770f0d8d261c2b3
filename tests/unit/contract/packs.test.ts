import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { CATALOG } from "#contract/controls/catalog-data.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { leavesOf, type Pack } from "#contract/frameworks/pack.ts";
import { ALL_PACKS, PACKS } from "#contract/frameworks/packs.ts";
import { faultsOfCatalog, packsOf } from "#contract/frameworks/packs-of.ts";

const sound = PACKS.mvsp;
const [first, second] = sound.requirements as [Pack["requirements"][number], Pack["requirements"][number]];

test("every pack in the folder is one of ours, in the order of the list", () => {
	const files = readdirSync("contract/frameworks/packs").map((file) => file.replace(/\.json$/, ""));
	expect(ALL_PACKS.map(({ id }) => id)).toEqual(FRAMEWORK_IDS.filter((id) => files.includes(id)));
	expect(ALL_PACKS.length).toBe(files.length);
	for (const pack of ALL_PACKS) expect(leavesOf(pack).length, pack.id).toBeGreaterThan(0);
});

test.each<[string, string, unknown]>([
	["another framework’s id", "its id is mvsp", sound],
	["an id that no framework has", "A framework is one of", { ...sound, id: "mvsp-2" }],
	["no source", "source", { ...sound, source: undefined }],
	["a source without encryption", "source.url", { ...sound, source: { title: "MVSP", url: "http://mvsp.dev" } }],
	["no day", "asOf", { ...sound, asOf: undefined }],
	["nothing that it leaves out", "notCovered", { ...sound, notCovered: [] }],
	["no requirements", "requirements", { ...sound, requirements: [] }],
	["an id twice", `${first.id} is there twice`, { ...sound, requirements: [first, first] }],
	[
		"a parent that it does not have",
		`${second.id} stands under X.9, which is not above it`,
		{ ...sound, requirements: [first, { ...second, parent: "X.9" }] },
	],
	[
		"a parent that comes later",
		"which is not above it",
		{ ...sound, requirements: [{ ...first, parent: second.id }, second] },
	],
	["a sentence that is too long", "about", { ...sound, requirements: [{ ...first, about: "a".repeat(401) }] }],
	["a field we do not know", "requirements.0", { ...sound, requirements: [{ ...first, official: "Text" }] }],
])("a pack with %s is refused by name", (what, why, file) => {
	const isOther = what === "another framework’s id";
	const load = () => (isOther ? packsOf({ gdpr: file }) : packsOf({ mvsp: file }));
	expect(load).toThrow(`${isOther ? "gdpr" : "mvsp"} is no framework pack: `);
	expect(load).toThrow(why);
});

test("a control of ours with an unknown requirement or a code twice is found", () => {
	expect(faultsOfCatalog(CATALOG, PACKS)).toEqual([]);
	const [control] = CATALOG as [(typeof CATALOG)[number]];
	const wrong = { ...control, requirements: { "iso-27001": ["A.5.1", "A.9.99"] } };
	expect(faultsOfCatalog([control, wrong], PACKS)).toEqual([
		`${control.code} is there twice`,
		`${control.code} serves A.9.99, which is not in the pack of iso-27001`,
	]);
});
