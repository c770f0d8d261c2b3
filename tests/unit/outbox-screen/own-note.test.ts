import { expect, test } from "vitest";
import { ownNote, withNote } from "#src/features/outbox-screen/list/own-note.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";
import { KINDS } from "#src/requests/kinds.ts";

const evidence = (note: string): OutboxRequest =>
	({
		kind: "evidence",
		body: {
			id: "019b7650-0000-7000-8000-000000000009",
			title: "One rack",
			note,
			takenAt: "2026-11-20T10:00:00.000Z",
			device: "",
			files: [],
			about: [],
		},
	}) as unknown as OutboxRequest;

test("the note of evidence is the evidence's own", () => {
	expect(ownNote(evidence("First words"))).toBe("First words");
	expect(withNote(evidence("First words"), "Second words")).toEqual(evidence("Second words"));
	const same = evidence("First words");
	expect(withNote(same, "First words")).toBe(same);
});

test("what the server would refuse is said before it is saved", () => {
	expect(withNote(evidence("First words"), "")).toBe("Please add a file or a note.");
	expect(withNote(evidence("First words"), "x".repeat(100_000))).toBe("That note is too long.");
});

test("every other kind without a field for it has none, so none is offered", () => {
	const noted = (Object.keys(KINDS) as OutboxRequest["kind"][]).filter(
		(kind) => ownNote({ kind, body: { note: "x" } } as unknown as OutboxRequest) !== null,
	);
	expect(noted.toSorted()).toEqual(["evidence", "task", "test-run"]);
	for (const kind of noted) expect(KINDS[kind].fields).toHaveProperty("note", "text");
});
