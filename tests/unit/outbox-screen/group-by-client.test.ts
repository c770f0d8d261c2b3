import { describe, expect, test } from "vitest";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { firstOf, groupByClient } from "#src/features/outbox-screen/list/group-by-client.ts";
import { clientOf, type Looks } from "#src/lib/outbox/looks.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import type { Entry } from "#src/requests/entry.ts";

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

describe("with workspaces", () => {
	const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
	const [FIRM, LOST] = ["f1", "f2"] as [WorkspaceId, WorkspaceId];
	const [BANK, OTHER_BANK, GONE] = ["b1", "b2", "b3"] as [ClientId, ClientId, ClientId];
	const looks = (shown: WorkspaceId | null): Looks => ({
		shown,
		shownClient: null,
		clients: [],
		clientLook: (workspace, client) =>
			workspace === FIRM && client !== GONE
				? { name: "First Bank", color: client === BANK ? "teal" : "rose" }
				: undefined,
		workspaceName: (workspace) => (workspace === FIRM ? "The Firm" : workspace === LOST ? undefined : "Ada’s own"),
	});
	const of = (id: string, more: Partial<Entry>) => ({ id, owner: ADA, ...more }) as Entry;
	const entries = [
		of("a", { workspace: FIRM, clientId: BANK, client: "Old name" }),
		of("b", { workspace: FIRM, clientId: OTHER_BANK }),
		of("c", { client: "First Bank" }),
		of("d", { workspace: LOST, clientId: BANK, client: "Bakery" }),
		of("e", { owner: "anonymous" }),
		of("f", { workspace: FIRM, clientId: BANK, client: "Older name" }),
		of("g", { workspace: FIRM, clientId: GONE }),
		of("h", { workspace: FIRM }),
	];
	const groupsOf = (shown: WorkspaceId | null) =>
		groupByClient(entries, looks(shown)).map(({ workspace, client, entries }) => [
			workspace,
			client,
			entries.map(({ id }) => id).join(""),
		]);

	test("two clients with the same name stay apart, a client has its current name, and other workspaces are named", () => {
		expect(groupsOf(null)).toEqual([
			[null, "First Bank", "c"],
			[null, "", "e"],
			["Another workspace", "Bakery", "d"],
			["The Firm", "First Bank", "af"],
			["The Firm", "First Bank", "b"],
			["The Firm", "Unknown client", "g"],
			["The Firm", "", "h"],
		]);
		expect(groupsOf(FIRM)).toEqual([
			[null, "First Bank", "af"],
			[null, "First Bank", "b"],
			[null, "Unknown client", "g"],
			[null, "", "eh"],
			["Ada’s own", "First Bank", "c"],
			["Another workspace", "Bakery", "d"],
		]);
	});

	test("only a client of a workspace has a color", () => {
		expect(entries.map((entry) => clientOf(entry, looks(FIRM))?.color)).toEqual([
			"teal",
			"rose",
			null,
			null,
			undefined,
			"teal",
			null,
			undefined,
		]);
	});
});
