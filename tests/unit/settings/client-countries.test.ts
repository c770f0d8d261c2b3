import { expect, test } from "vitest";
import { countryText } from "#contract/workspaces/country-text.ts";
import { countryChoices } from "#src/features/settings/clients/countries.ts";

test("countries are chosen by their names, each once, in their order", () => {
	const choices = countryChoices("");
	const labels = choices.map(({ label }) => label);
	expect(choices).toContainEqual({ value: "NG", label: "Nigeria" });
	expect(choices).toContainEqual({ value: "NI", label: "Nicaragua" });
	expect(choices).toHaveLength(249);
	expect(new Set(labels).size).toBe(249);
	expect(labels).toEqual(labels.toSorted(new Intl.Collator("en").compare));
	// Each has a name, not just a code.
	expect(choices.filter(({ value, label }) => value === label)).toEqual([]);
});

test("a code that was saved before and is in no list stays", () => {
	expect(countryChoices("XQ")).toContainEqual({ value: "XQ", label: "XQ" });
	expect(countryChoices("NG")).toHaveLength(249);
	expect(countryText("")).toBe("");
});
