import { describe, expect, test } from "vitest";
import { timings } from "#src/config/timings.ts";
import { joinNames } from "#src/content/landing/waitlist.ts";
import { drawNames, firstNote, nextNote } from "#src/features/landing/waitlist/join-note.ts";
import { waitlistCount } from "#src/features/landing/waitlist/waitlist-count.ts";

test.each([
	["2025-07-17T00:00:00Z", 200],
	["2025-07-18T00:00:00Z", 200],
	["2025-07-18T23:59:59Z", 200],
	["2025-07-19T00:00:00Z", 220],
	["2026-07-18T00:00:00Z", 7500],
	["2025-07-19T00:30:00+14:00", 200],
	["2025-07-18T23:30:00-11:00", 220],
])("at %s the list counts %i", { meta: { acceptance: "S4.51-S4.54, S9.19" } }, (moment, count) => {
	expect(waitlistCount(Date.parse(moment))).toBe(count);
});

describe("the note that someone joined", () => {
	test("each name replaces the one before and stays 9 s, so that the last goes at 22 s", {
		meta: { acceptance: "S9.20, A50" },
	}, () => {
		let note = firstNote;
		for (const at of timings.joins.at) {
			note = nextNote(note, { type: "passed", at: at - 1 });
			expect(note.shown).toBe(at > 5000);
			note = nextNote(note, { type: "due", name: `at ${at}`, at });
			expect(note).toMatchObject({ shown: true, name: `at ${at}` });
		}
		expect(nextNote(note, { type: "passed", at: 21_999 })).toBe(note);
		expect(nextNote(note, { type: "passed", at: 22_000 }).shown).toBe(false);
	});

	test("after the visitor's own join it stays 3 s, and no further name comes", {
		meta: { acceptance: "S4.63, A51" },
	}, () => {
		const note = nextNote(nextNote(firstNote, { type: "due", name: "Mei", at: 5000 }), { type: "own", at: 6000 });
		expect(note).toMatchObject({ name: null, until: 9000 });
		expect(nextNote(note, { type: "due", name: "Kofi", at: 7000 })).toBe(note);
		const gone = nextNote(note, { type: "passed", at: 9000 });
		expect(nextNote(gone, { type: "due", name: "Kofi", at: 11_000 })).toBe(gone);
	});

	test("once closed it stays away", () => {
		const closed = nextNote(nextNote(firstNote, { type: "due", name: "Mei", at: 5000 }), { type: "closed" });
		expect(nextNote(closed, { type: "due", name: "Kofi", at: 7000 })).toBe(closed);
	});

	test("every name is one of the list, and none comes twice", { meta: { acceptance: "S4.56" } }, () => {
		for (const random of [() => 0, () => 0.999, () => 0.5]) {
			const names = drawNames(joinNames, random);
			expect(names).toHaveLength(5);
			expect(new Set(names).size).toBe(5);
			for (const name of names) expect(joinNames).toContain(name);
		}
		expect(drawNames(["Ann", "Bob"], () => 0)).toEqual(["Ann", "Bob", "Ann", "Bob", "Ann"]);
	});
});
