import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { kindsText } from "#src/lib/outbox/kinds-text.ts";
import type { Entry } from "#src/requests/entry.ts";
import { KINDS, type Kind } from "#src/requests/kinds.ts";

const entry = (kind: Kind, body: object = {}) =>
	({ id: "01990000-0000-7000-8000-000000000001" as EntryId, request: { kind, body } }) as unknown as Entry;
const answer = (questionId: string) => entry("answer", { assessmentId: "visit", questionId });
const evidence = (...types: string[]) => entry("evidence", { files: types.map((type) => ({ type })) });
const times = (count: number, make: (index: string) => Entry) =>
	Array.from({ length: count }, (_, index) => make(`${index}`));
const textOf = (...entries: Entry[]) => kindsText(entries).text;

test("entries are counted by kind as people name them, and evidence by its files", () => {
	expect(kindsText([])).toEqual({ text: "", isOne: false });
	expect(kindsText([answer("door")])).toEqual({ text: "1 answer", isOne: true });
	expect(kindsText([evidence("image/webp", "image/webp")])).toEqual({ text: "2 photos", isOne: false });
	expect(textOf(...times(44, answer), ...times(6, () => evidence("image/webp")))).toBe("44 answers and 6 photos");
	expect(
		textOf(
			evidence("image/jpeg", "image/jpeg", "audio/webm"),
			evidence("application/pdf"),
			evidence(),
			evidence("image/png"),
			entry("sign-off"),
		),
	).toBe("2 photos, 1 voice note, 1 file, 1 note, 1 picture, and 1 sign-off");
	expect(textOf(...times(1200, () => entry("assessment-state")))).toBe("1,200 status changes");
});

test("an answer that was changed counts once, and one through a link by its own link", () => {
	expect(kindsText([answer("door"), answer("lock"), answer("door")])).toEqual({ text: "2 answers", isOne: false });
	expect(kindsText([answer("door"), answer("door")])).toEqual({ text: "1 answer", isOne: true });
	const through = (respondentId: string) => entry("respond-answer", { respondentId, questionId: "door" });
	expect(textOf(through("a"), through("b"), through("a"), entry("respond-part"))).toBe("2 answers and 1 section");
});

test("an entry of any kind has a name", () => {
	for (const kind of Object.keys(KINDS) as Kind[])
		expect(textOf(kind === "evidence" ? evidence() : entry(kind))).toMatch(/^1 [a-z- ]+$/);
});
