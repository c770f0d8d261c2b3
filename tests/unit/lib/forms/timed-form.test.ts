import { describe, expect, test } from "vitest";
import { timings } from "#src/config/timings.ts";
import { idle, transition } from "#src/lib/forms/timed-form.ts";

describe.each([
	["S4.33 S4.36 S9.02 S9.03 the newsletter", timings.newsletter, 1000, 3000],
	["S4.48 S4.49 S9.17 S9.18 the waiting list", timings.waitlist, 1500, 5000],
])("%s", (_name, timing, busyFor, doneFor) => {
	const busy = transition(timing, idle, { type: "submitted", at: 100 });
	const done = transition(timing, busy, { type: "passed", at: 100 + busyFor });

	test("is busy, says thanks, and is blank again, each for its time", () => {
		expect(transition(timing, busy, { type: "passed", at: 99 + busyFor })).toBe(busy);
		expect(done).toEqual({ step: "done", until: 100 + busyFor + doneFor });
		expect(transition(timing, done, { type: "passed", at: 99 + busyFor + doneFor })).toBe(done);
		expect(transition(timing, done, { type: "passed", at: 100 + busyFor + doneFor })).toBe(idle);
	});

	test("takes no second submission, and comes back sooner only from its thanks", () => {
		expect(transition(timing, busy, { type: "submitted", at: 200 })).toBe(busy);
		expect(transition(timing, busy, { type: "again" })).toBe(busy);
		expect(transition(timing, done, { type: "again" })).toBe(idle);
	});
});
