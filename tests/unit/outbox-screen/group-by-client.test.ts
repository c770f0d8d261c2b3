import { expect, test } from "vitest";
import { firstOf, groupByClient } from "#src/features/outbox-screen/list/group-by-client.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import type { Entry } from "#src/outbox/entry.ts";

const entry = (id: string, client?: string) => ({ id, ...(client !== undefined && { client }) }) as unknown as Entry;
const shape = (groups: ReturnType<typeof groupByClient>) =>
	groups.map(({ client, entries }) => [client, entries.map(({ id }) => id).join("")]);

const ENTRIES = [entry("a", "Umbrella"), entry("b"), entry("c", " acme "), entry("d", "Umbrella"), entry("e", "  ")];

test("entries are grouped by client, by name, those without one last; inside they keep their order", () => {
	expect(shape(groupByClient(ENTRIES))).toEqual([
		["acme", "c"],
		["Umbrella", "ad"],
		["", "be"],
	]);
	expect(groupByClient([])).toEqual([]);
});

test("a page of groups ends in the middle of one, and no empty one follows", () => {
	const groups = groupByClient(ENTRIES);
	expect(shape(firstOf(groups, 2))).toEqual([
		["acme", "c"],
		["Umbrella", "a"],
	]);
	expect(shape(firstOf(groups, 9))).toEqual(shape(groups));
});

test("50 clients and 500 entries: every entry is in exactly one group", () => {
	const many = Array.from({ length: 500 }, (_, index) => entry(`${index} `, `Client ${index % 50}`));
	const groups = groupByClient(many);
	expect(groups).toHaveLength(50);
	expect(new Set(groups.flatMap(({ entries }) => entries)).size).toBe(500);
});

test("each known client is suggested once, by name", () => {
	expect(knownClients(["Zeta", "acme", undefined, "", " acme ", "Zeta"].map((client) => ({ client })))).toEqual([
		"acme",
		"Zeta",
	]);
});
