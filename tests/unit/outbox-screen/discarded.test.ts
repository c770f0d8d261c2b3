import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { discardedOf } from "#src/features/outbox-screen/list/discarded.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";

const id = (name: string) => name as EntryId;
const entry = (name: string, request: OutboxRequest | { kind: string; body: object }, after: string[] = []) =>
	({ id: id(name), request, status: "queued", ...(after.length > 0 && { after }) }) as unknown as Entry;

const visit = entry("1", { kind: "assessment", body: { title: "Visit", subject: "" } });
const answer = entry("2", { kind: "answer", body: { assessmentId: "v", questionId: "door", answer: {} } }, ["1"]);
const other = entry("3", { kind: "answer", body: { assessmentId: "v", questionId: "lock", answer: {} } }, ["1"]);
const signOff = entry("4", { kind: "sign-off", body: { signers: [], sha256: "" } }, ["2", "3"]);
const ALL = [visit, answer, other, signOff];
const shown = new Map(ALL.map((one) => [one.id, one]));

test("what went along is with the entry that it belongs to", () => {
	expect(discardedOf([id("1")], ALL, shown)).toEqual([
		{ id: "1", subject: "Visit", belonging: "2 answers and 1 sign-off", entries: ALL },
	]);
	expect(discardedOf([id("2"), id("3")], [answer, other, signOff], shown)).toMatchObject([
		{ id: "2", belonging: "1 sign-off", entries: [answer, signOff] },
		{ id: "3", belonging: "", entries: [other] },
	]);
});

test("everything chosen has its own line, and what was not removed has none", () => {
	expect(discardedOf([id("1"), id("2"), id("3"), id("4"), id("5")], ALL, shown)).toMatchObject([
		{ id: "1", belonging: "" },
		{ id: "2", belonging: "" },
		{ id: "3", belonging: "" },
		{ id: "4", belonging: "" },
	]);
	expect(discardedOf([id("1")], [], shown)).toEqual([]);
});

test("a sealed one is named as the screen knew it, and kept as it is stored", () => {
	const stored = entry("2", { kind: "sealed", body: { sealed: "…" } }, ["1"]);
	expect(discardedOf([id("1")], [visit, stored], shown)).toMatchObject([
		{ belonging: "1 answer", entries: [visit, stored] },
	]);
	expect(discardedOf([id("1")], [visit, stored], new Map())).toMatchObject([{ belonging: "1 sealed request" }]);
});
