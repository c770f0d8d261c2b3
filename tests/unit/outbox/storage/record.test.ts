import fc from "fast-check";
import { expect, test } from "vitest";
import { timeText } from "#contract/format/time.ts";
import type { EntryId } from "#contract/ids.ts";
import { sameness } from "#src/features/outbox-screen/add-many/parse-targets.ts";
import { toField } from "#src/features/outbox-screen/list/local-time.ts";
import { ageText, attemptsText, entryLabels } from "#src/lib/outbox/entry-labels.ts";
import { dueAt } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { KINDS, type Kind, shortened, wordsOf } from "#src/requests/kinds.ts";
import { readRecord } from "#src/requests/records.ts";
import { SEED, TIMES } from "#tests/support/fuzz/sample.ts";
import { scanOf } from "#tests/support/outbox/outbox-device.ts";
import { createEntry, transition } from "#tests/support/outbox/product-outbox.ts";

const NOW = Date.UTC(2026, 0, 1);
const ID = "019b7650-0000-7000-8000-000000000001" as EntryId;

const WHOLE: Record<string, unknown> = {
	text: "text",
	"text?": undefined,
	texts: ["text"],
	"texts?": ["text"],
	flag: true,
	object: {},
	"object?": {},
	objects: [{}],
};
const bodyOf = (kind: Kind) =>
	Object.fromEntries(Object.entries(KINDS[kind].fields).map(([key, type]) => [key, WHOLE[type]]));

const error = { at: NOW, status: 400, code: "x", message: "No." };
const states = [
	{ status: "queued", notBefore: NOW, lastError: error },
	{ status: "sending", leaseUntil: NOW },
	{ status: "held", reason: "stale", error },
	{ status: "held", reason: "role", error: { ...error, details: { people: ["Grace", "Ben"] } } },
	{ status: "accepted", at: NOW, receipt: { key: ID, scanId: ID, acceptedAt: "2026-01-01T00:00:00Z" } },
	{ status: "rejected", error },
];
const scope = { v: 3, owner: ID, workspace: ID.replace("1", "2"), clientId: ID };
const limits = { startAt: NOW, notAfter: NOW, confirmedAt: NOW, handedOverAt: NOW, client: "Acme", note: "Door" };

const recordOf = (kind: Kind, state: object) => {
	const { notBefore: _, ...fresh } = createEntry(scanOf("a.example"), ID, NOW) as Entry & { status: "queued" };
	return { ...fresh, ...scope, ...limits, request: { kind, body: bodyOf(kind) }, ...state };
};

const KIND_NAMES = Object.keys(KINDS) as Kind[];

test.each(KIND_NAMES)("a %s is read in every state", (kind) => {
	for (const state of states) expect(readRecord(ID, recordOf(kind, state))).toMatchObject({ request: { kind } });
});

/** Everything that screens and passes do with an entry. */
function shownOf(entry: Entry): unknown[] {
	const { label, subject, detail } = wordsOf(entry.request);
	const { state, next, error, send } = entryLabels(entry, NOW, true);
	const times = [entry.createdAt, entry.startAt, entry.notAfter].flatMap((time) =>
		time === undefined ? [] : [timeText(time), toField(time), ageText(time, NOW)],
	);
	dueAt(entry, NOW);
	for (const type of ["lease", "release", "hurry", "hand-over"] as const) transition(entry, { type, now: NOW });
	const receipt = entry.status === "accepted" ? [timeText(entry.at), shortened(entry.receipt?.scanId ?? "")] : [];
	const kept = [sameness(entry.request), attemptsText(entry.attempts)];
	return [label, subject, detail, state, next, error ?? "", send ?? "", ...times, ...receipt, ...kept];
}

/** The places of all values in a record, each as the keys that lead to it. */
const placesIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
	typeof value === "object" && value !== null
		? [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
		: [path];

function withValue(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
	if (key === undefined) return put;
	const inner = value as Record<string, unknown>;
	const changed = { ...inner, [key]: withValue(inner[key], rest, put) };
	return Array.isArray(value) ? Object.values(changed) : changed;
}

const strange = fc.oneof(
	fc.constantFrom<unknown>(
		undefined,
		null,
		{},
		[],
		[{}],
		"",
		"constructor",
		"__proto__",
		Number.NaN,
		-1,
		8.64e15,
		9e15,
	),
	fc.constantFrom<unknown>(Number.POSITIVE_INFINITY, 2 ** 53, 0.5, true, "x".repeat(100_000), { toString: 1 }, () => 1),
	fc.anything(),
);

test("whatever a field of a record holds: the record is refused, or everything shown about it is text", () => {
	const given = fc.record({
		record: fc.constantFrom(...KIND_NAMES.flatMap((kind) => states.map((state) => recordOf(kind, state)))),
		place: fc.nat(),
		put: strange,
	});
	fc.assert(
		fc.property(given, ({ record, place, put }) => {
			const places = placesIn(record);
			const read = readRecord(ID, withValue(record, places[place % places.length] ?? [], put));
			if (read) expect(shownOf(read).filter((said) => typeof said !== "string" || said.length > 3000)).toEqual([]);
		}),
		{ numRuns: 500 * TIMES, seed: SEED },
	);
});

test("a report asked for before frameworks could be chosen is read as it is, and one whose frameworks are no texts is not", () => {
	const queued = { status: "queued", notBefore: NOW };
	const body = { template: "compliance-report", hosts: [], clients: [] };
	const asked = (more: object) => ({
		...recordOf("report", queued),
		request: { kind: "report", body: { ...body, ...more } },
	});
	expect(readRecord(ID, asked({}))?.request).toEqual({ kind: "report", body });
	expect(readRecord(ID, asked({ frameworks: ["soc-2"] }))).not.toBeNull();
	for (const frameworks of ["soc-2", [1], null]) expect(readRecord(ID, asked({ frameworks }))).toBeNull();
});
