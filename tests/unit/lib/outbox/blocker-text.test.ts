import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { blockerText } from "#src/lib/outbox/blocker-text.ts";
import type { ShownEntry } from "#src/lib/sealing/shown.ts";
import type { EntryState } from "#src/outbox/entry.ts";
import type { Entry, Requests } from "#src/requests/entry.ts";

const NOW = Date.UTC(2026, 0, 1);
const error = { at: NOW, status: 403, code: "role_required", message: "No." };
const HELD = { status: "held", reason: "after" } as const;
const REFUSED = { status: "rejected", error } as const;
const WAITS = { status: "queued", notBefore: NOW } as const;

const entry = (id: string, after: string[], state: EntryState<Requests>) =>
	({
		v: 4,
		id: id as EntryId,
		request: { kind: "assessment", body: { title: `Visit ${id}`, subject: "" } },
		owner: "anonymous",
		createdAt: NOW,
		attempts: 0,
		...(after.length > 0 && { after }),
		...state,
	}) as unknown as Entry;

const textOf = (...entries: Entry[]) =>
	blockerText(entries.at(-1) as Entry, new Map(entries.map((one) => [one.id, one])));

describe("what is held for another one says which, and why", () => {
	test("was refused, however many are in between", () => {
		const visit = entry("1", [], REFUSED);
		expect(textOf(visit, entry("2", ["1"], HELD))).toBe(
			"It belongs to Assessment “Visit 1”, which the server refused. If you edit that one and it is accepted, this is sent too.",
		);
		expect(textOf(visit, entry("2", ["1"], HELD), entry("3", ["2"], HELD))).toContain(
			"“Visit 1”, which the server refused",
		);
	});

	test("was refused and is sealed, so it cannot be edited", () => {
		const visit: ShownEntry = { ...entry("1", [], REFUSED), sealed: true };
		expect(textOf(visit, entry("2", ["1"], HELD))).toContain("so it cannot be sent. Discard both.");
	});

	test("needs a person", () => {
		const visit = entry("1", [], { status: "held", reason: "role", error });
		expect(textOf(visit, entry("2", ["1"], HELD))).toContain("“Visit 1”, which needs you.");
	});

	test("is gone, as an earlier version left it", () => {
		expect(textOf(entry("2", ["1"], HELD))).toContain("no longer on this device");
		expect(textOf(entry("2", ["1"], HELD), entry("3", ["2"], HELD))).toContain("no longer on this device");
	});

	test("but not what waits for its turn, or is about to", () => {
		expect(textOf(entry("1", [], WAITS), entry("2", ["1"], WAITS))).toBeNull();
		expect(textOf(entry("1", [], WAITS), entry("2", ["1"], HELD))).toBeNull();
		expect(textOf(entry("1", [], { status: "held", reason: "stale" }))).toBeNull();
	});

	test("nor does a circle in a hand-made file end the search never", () => {
		expect(textOf(entry("1", ["2"], HELD), entry("2", ["1"], HELD))).toBeNull();
	});
});
