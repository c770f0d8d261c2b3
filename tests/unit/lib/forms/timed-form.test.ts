import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { timings } from "#src/config/timings.ts";
import { CONTACT_TIMING } from "#src/features/contact/contact-form.tsx";
import { idle, type TimedForm, transition } from "#src/lib/forms/timed-form.ts";
import { watchDeadline } from "#src/ui/hooks/use-deadline.ts";

describe.each([
	["the newsletter", timings.newsletter, 1000, 3000],
	["the waiting list", timings.waitlist, 1500, 5000],
	["the contact form", CONTACT_TIMING, 2000, 5000],
])(
	"%s",
	{ meta: { acceptance: "S4.33, S4.36, S4.41, S4.45, S4.48, S4.49, S9.02, S9.03, S9.17, S9.18" } },
	(_name, timing, busyFor, doneFor) => {
		const busy = transition(timing, idle, { type: "submitted", at: 100 });
		const done = transition(timing, busy, { type: "passed", at: 100 + busyFor });

		test("is busy, says thanks, and is blank again, each for its time", () => {
			expect(transition(timing, busy, { type: "passed", at: 99 + busyFor })).toBe(busy);
			expect(done).toEqual({ step: "done", until: 100 + busyFor + doneFor });
			expect(transition(timing, done, { type: "passed", at: 99 + busyFor + doneFor })).toBe(done);
			expect(transition(timing, done, { type: "passed", at: 100 + busyFor + doneFor })).toBe(idle);
		});

		test("takes no second submission, and comes back sooner only from its thanks", {
			meta: { acceptance: "S4.46" },
		}, () => {
			expect(transition(timing, busy, { type: "submitted", at: 200 })).toBe(busy);
			expect(transition(timing, busy, { type: "again" })).toBe(busy);
			expect(transition(timing, done, { type: "again" })).toBe(idle);
		});

		test("says thanks for its full time, also when the timer comes late", () => {
			const late = 100 + busyFor + 60_000;
			expect(transition(timing, busy, { type: "passed", at: late })).toEqual({ step: "done", until: late + doneFor });
		});
	},
);

describe("a timer that fires before the clock has reached the deadline", () => {
	beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: 100 }));
	afterEach(() => void vi.useRealTimers());

	test("still ends the busy step: no second timer would", () => {
		let state: TimedForm = transition(CONTACT_TIMING, idle, { type: "submitted", at: 100 });
		if (state.step === "idle") throw new Error("The form is not busy.");
		watchDeadline(state.until, (event) => {
			state = transition(CONTACT_TIMING, state, event);
		});
		// The effect of a browser's rounding: the timer is due, but the clock is a millisecond behind.
		vi.setSystemTime(99);
		vi.advanceTimersByTime(2000);
		expect(Date.now()).toBe(2099);
		expect(state).toEqual({ step: "done", until: 2100 + 5000 });
	});

	test("is stopped with its step", () => {
		const onPassed = vi.fn();
		watchDeadline(2100, onPassed)();
		vi.advanceTimersByTime(5000);
		expect(onPassed).not.toHaveBeenCalled();
	});
});
