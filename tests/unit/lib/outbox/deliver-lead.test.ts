import { expect, test } from "vitest";
import { leave } from "#src/lib/outbox/deliver-lead.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { NewEntry } from "#src/requests/entry.ts";

const LEAD = { kind: "newsletter", body: { email: "a@example.org" } } as const;

function fakeOutbox(failure?: Error) {
	const kept: NewEntry[] = [];
	const sent: NewEntry[] = [];
	return {
		kept,
		sent,
		async enqueue(request: NewEntry) {
			if (failure) throw failure;
			kept.push(request);
			return {} as never;
		},
		async sendUnsaved(request: NewEntry) {
			sent.push(request);
			return {} as never;
		},
	};
}

test("a visitor's submission goes into the outbox, without an account", async () => {
	const outbox = fakeOutbox();
	await leave(LEAD, outbox);
	expect(outbox.kept).toEqual([{ ...LEAD, owner: "anonymous" }]);
	expect(outbox.sent).toEqual([]);
});

test("where the browser keeps nothing it is sent at once", async () => {
	const outbox = fakeOutbox(new StorageError("unavailable", "no storage"));
	await leave(LEAD, outbox);
	expect(outbox.sent).toEqual([{ ...LEAD, owner: "anonymous" }]);
});

test("an error of ours is not hidden", async () => {
	await expect(leave(LEAD, fakeOutbox(new TypeError("ours")))).rejects.toThrow("ours");
});
