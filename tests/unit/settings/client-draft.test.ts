import { describe, expect, test } from "vitest";
import {
	type ClientDraft,
	changesOf,
	conflictOf,
	creationOf,
	currentOf,
	EMPTY_DRAFT,
	readDraft,
} from "#src/features/settings/clients/client-draft.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";

const ACME: ClientDraft = { ...EMPTY_DRAFT, name: "Acme", code: "acme", color: "blue", country: "NG" };

describe("the form of a client", () => {
	test("sends what was changed, and nothing else", () => {
		expect(changesOf(ACME, { ...ACME, name: "Acme Bank" })).toEqual({ name: "Acme Bank" });
		expect(changesOf(ACME, ACME)).toEqual({});
		expect(changesOf(ACME, { ...ACME, country: "" })).toEqual({ country: "" });
	});

	test("leaves a new client’s code to the server if none was typed", () => {
		expect(creationOf({ ...ACME, code: "" })).not.toHaveProperty("code");
		expect(creationOf(ACME)).toEqual(ACME);
	});

	test("reads texts as they are meant", () => {
		expect(readDraft({ name: " Acme ", code: "acme", color: "blue", country: "NG" })).toEqual(ACME);
		expect(readDraft({ color: "no color" })).toEqual(EMPTY_DRAFT);
	});
});

describe("two people who change the same client", () => {
	test("see what both have changed, each version beside the other", () => {
		expect(conflictOf(ACME, { ...ACME, name: "Acme Bank" }, { ...ACME, name: "Acme Ltd", sector: "Banking" })).toEqual({
			both: [{ label: "Name", theirs: "Acme Ltd", mine: "Acme Bank" }],
			onlyTheirs: [{ label: "Sector", theirs: "Banking" }],
		});
	});

	test("agree where both wrote the same, and where only one has changed something", () => {
		const named = { ...ACME, name: "Acme Bank" };
		expect(conflictOf(ACME, named, named).both).toEqual([]);
		expect(conflictOf(ACME, { ...ACME, country: "" }, { ...ACME, code: "bank" })).toEqual({
			both: [],
			onlyTheirs: [{ label: "Code", theirs: "bank" }],
		});
	});

	test("an emptied field is called so", () => {
		const { both } = conflictOf(ACME, { ...ACME, country: "" }, { ...ACME, country: "GH" });
		expect(both).toEqual([{ label: "Country", theirs: "Ghana", mine: "empty" }]);
	});

	test("only the refusal that carries the saved client is a conflict", () => {
		const current = { ...ACME, id: "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f", own: false, archivedAt: null, version: 4 };
		const refusal = (code: string, details: Record<string, unknown>) =>
			new ApiFailure("Someone was faster.", { status: 409, code, details });
		expect(currentOf(refusal("changed_meanwhile", { current }))?.version).toBe(4);
		expect(currentOf(refusal("changed_meanwhile", { current: { name: "Acme" } }))).toBeNull();
		expect(currentOf(refusal("client_archived", { current }))).toBeNull();
		expect(currentOf(new Error("x"))).toBeNull();
	});
});
