import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { kindsText } from "#src/lib/outbox/kinds-text.ts";
import type { Entry } from "#src/requests/entry.ts";
import { KINDS, type Kind } from "#src/requests/kinds.ts";

const entry = (kind: Kind, files: string[] = []) =>
	({
		id: "01990000-0000-7000-8000-000000000001" as EntryId,
		request: { kind, body: { files: files.map((type) => ({ type })) } },
	}) as unknown as Entry;
const many = (count: number, kind: Kind, files?: string[]) => Array.from({ length: count }, () => entry(kind, files));

test("entries are counted by kind as people name them, and evidence by its files", () => {
	expect(kindsText([])).toBe("");
	expect(kindsText(many(1, "answer"))).toBe("1 answer");
	expect(kindsText([...many(44, "answer"), ...many(6, "evidence", ["image/webp"])])).toBe("44 answers and 6 photos");
	expect(
		kindsText([
			entry("evidence", ["image/jpeg", "image/jpeg", "audio/webm"]),
			entry("evidence", ["application/pdf"]),
			entry("evidence"),
			entry("evidence", ["image/png"]),
			entry("sign-off"),
		]),
	).toBe("2 photos, 1 voice note, 1 file, 1 note, 1 picture, and 1 sign-off");
	expect(kindsText([entry("respond-answer"), entry("respond-part"), entry("sealed")])).toBe(
		"1 answer, 1 section, and 1 sealed request",
	);
	expect(kindsText(many(1200, "assessment-state"))).toBe("1,200 status changes");
});

test("an entry of any kind has a name", () => {
	for (const kind of Object.keys(KINDS) as Kind[]) expect(kindsText([entry(kind)])).toMatch(/^1 [a-z- ]+$/);
});
