import { expect, test } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { keptHow, leftBehind } from "#src/lib/outbox/left-behind.ts";
import type { ShownEntry } from "#src/lib/sealing/shown.ts";
import type { Entry } from "#src/requests/entry.ts";

const ADA = "ada" as AccountId;
const entry = (owner: string, status = "queued") => ({ owner, status }) as unknown as Entry;
const counts = (entries: Entry[]) => {
	const { own, others } = leftBehind(entries, ADA);
	return [own.length, others.length];
};

test("twelve requests waiting are asked about at sign-out, in whatever state they wait", () => {
	const waiting = ["queued", "held", "sending"].flatMap((status) =>
		Array.from({ length: 4 }, () => entry("ada", status)),
	);
	expect(counts(waiting)).toEqual([12, 0]);
});

test("those of no account are asked about too: the next person sees them", () => {
	expect(counts([entry("anonymous"), entry("unclaimed", "held"), entry("ada")])).toEqual([1, 2]);
});

test("what was sent or refused, and what is another account's, is not", () => {
	expect(counts([entry("ada", "accepted"), entry("ada", "rejected"), entry("ben")])).toEqual([0, 0]);
});

test("only if all of it is sealed, what stays is said to be encrypted", () => {
	const sealed = { ...entry("ada"), request: { kind: "sealed", body: { sealed: "" } } } as Entry;
	const open = { ...entry("ada"), request: { kind: "newsletter", body: { email: "a@b.co" } } } as Entry;
	expect(keptHow([])).toBe("nothing");
	const shown: ShownEntry = { ...open, sealed: true };
	expect(keptHow([sealed, shown])).toBe("sealed");
	expect(keptHow([sealed, open])).toBe("readable");
});
