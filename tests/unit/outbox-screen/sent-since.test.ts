import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { sentSince } from "#src/features/outbox-screen/sent/sent-since.ts";
import { createEntryIds } from "#src/outbox/entry-id.ts";
import type { Entry } from "#src/requests/entry.ts";
import { createEntry, edited, transition } from "#tests/support/outbox/product-outbox.ts";

const makeId = createEntryIds({ now: () => 1000, randomBytes: (into) => into.fill(7) });
const nextId = () => makeId() as EntryId;
const body = { target: "a.example", email: "a@b.co" };
const waiting = (target: string): Entry =>
	createEntry({ kind: "combined-scan", body: { ...body, target }, owner: "anonymous" }, nextId(), 1000);
const out = (entry: Entry): Entry =>
	transition(entry, { type: "answer", now: 2000, attempt: 0, verdict: { outcome: "delivered", receipt: null } });

test("a request that was edited and went out before it was seen waiting under its new id is counted, once", () => {
	const old = waiting("old.example");
	const early = out(waiting("early.example"));
	const before = new Set([early.id]);
	const request = { kind: "combined-scan", body: { ...body, target: "changed.example" } } as const;
	const changed = edited(old, { request }, nextId(), 1000);
	if (!changed) throw new Error("It can be edited.");
	expect(changed.id).not.toBe(old.id);
	expect(sentSince(before, [early, changed])).toEqual([]);
	expect(sentSince(before, [early, out(changed)])).toEqual([out(changed)]);
});

test("before the first reading nothing has gone out", () => {
	expect(sentSince(null, [out(waiting("a.example"))])).toEqual([]);
});
