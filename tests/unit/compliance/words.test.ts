import { expect, test } from "vitest";
import { isSaid, pendingWord, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";

const word = (state: string, saidAt: string, more: object = {}): Entry =>
	({
		id: saidAt,
		status: "queued",
		createdAt: Date.parse(saidAt),
		request: { kind: "task-change", body: { taskId: "t", change: { state }, saidAt } },
		...more,
	}) as unknown as Entry;

const NINE = "2026-11-24T09:00:00.000Z";
const TEN = "2026-11-24T10:00:00.000Z";
const at = (time: string) => Date.parse(time);

test("words are added in the order in which they were said, whatever order they were saved in", () => {
	const ahead = wordsAhead([word("done", TEN), word("doing", NINE)], "task-change", 0);
	expect(ahead.map(({ body }) => body.change.state)).toEqual(["doing", "done"]);
});

test("an accepted word counts until what was read is newer than it; a refused one never", () => {
	const accepted = word("done", NINE, { status: "accepted", at: at(TEN) });
	expect(wordsAhead([accepted], "task-change", at(TEN) - 1)).toHaveLength(1);
	expect(wordsAhead([accepted], "task-change", at(TEN))).toHaveLength(0);
	expect(wordsAhead([word("done", NINE, { status: "rejected" })], "task-change", 0)).toHaveLength(0);
});

test("the newest word that waits or was refused is what a screen speaks of", () => {
	const entries = [word("doing", NINE), word("done", TEN, { status: "rejected" })];
	expect(pendingWord(entries, "task-change", ({ taskId }) => taskId === "t")?.body.change.state).toBe("done");
	expect(pendingWord(entries, "task-change", () => false)).toBeNull();
	expect(pendingWord([word("done", NINE, { status: "accepted", at: 1 })], "task-change", () => true)).toBeNull();
});

test("a second tap says nothing again; the same word after another one does", () => {
	const { request } = word("doing", TEN);
	const said = (entries: readonly Entry[], now = at(TEN), client?: string) =>
		isSaid(request as OutboxRequest, client, entries, now);
	expect(said([word("doing", NINE)])).toBe(true);
	expect(said([word("doing", NINE), word("done", NINE)])).toBe(false);
	expect(said([word("doing", NINE)], at(TEN), "another client")).toBe(false);
	expect(said([word("doing", NINE, { status: "rejected" })])).toBe(false);
	// Accepted: only within the time of one tap.
	const accepted = word("doing", NINE, { status: "accepted", at: at(NINE) });
	expect(said([accepted], at(NINE) + 1_000)).toBe(true);
	expect(said([accepted])).toBe(false);
	// Another field is another entry.
	const owner = word("", NINE);
	(owner.request.body as { change: object }).change = { owner: null };
	expect(said([owner])).toBe(false);
});
