import { describe, expect, test } from "vitest";
import type { Schedule } from "#contract/scans/schedules.ts";
import { emptySchedule, scheduleIn, timingIn, valuesOf } from "#src/features/scans/schedules/schedule-values.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { fieldErrors } from "#src/lib/forms/field-errors.ts";

const filled = { ...emptySchedule("Africa/Lagos"), name: " Mornings ", scan: { target: " example.com " } };

const wrongIn = (values: typeof filled): Record<string, string> => {
	try {
		scheduleIn(values);
	} catch (error) {
		expect(error).toBeInstanceOf(ApiFailure);
		return fieldErrors(error);
	}
	return {};
};

test("what is sent is trimmed and holds only what its kind and its recurrence have", () => {
	expect(scheduleIn(filled)).toEqual({
		name: "Mornings",
		request: { kind: "combined", body: { target: "example.com" } },
		recurrence: { type: "daily", time: "06:00" },
		timeZone: "Africa/Lagos",
		overlap: "skip",
		digest: true,
	});
	expect(
		scheduleIn({ ...filled, kind: "wapiti", scan: { target: "a.example", scope: "", host: "b" } }).request,
	).toEqual({
		kind: "wapiti",
		body: { target: "a.example" },
	});
});

test.each([
	{ type: "once", at: "2027-03-01T06:50" },
	{ type: "daily", time: "07:30" },
	{ type: "weekly", days: ["tue", "sun"], time: "07:30" },
	{ type: "monthly", day: 31, time: "07:30" },
	{ type: "cron", expression: "30 6 * * MON-FRI" },
] satisfies Schedule["recurrence"][])("a schedule comes out of its form as it went in: $type", (recurrence) => {
	const { name, request, timeZone, overlap, digest } = scheduleIn(filled);
	const schedule: Schedule = {
		name,
		request,
		recurrence,
		timeZone,
		overlap,
		digest,
		id: "01990000-0000-4000-8000-000000000001",
		status: "active",
		nextRuns: [],
		lastRun: null,
		missedRuns: 0,
		createdAt: "2027-01-01T00:00:00.000Z",
	};
	expect(scheduleIn(valuesOf(schedule))).toEqual({ name, request, recurrence, timeZone, overlap, digest });
});

describe("an error is shown at its field", () => {
	test.each([
		[{ name: " " }, "name"],
		[{ scan: {} }, "request/body/target"],
		[{ repeats: "once", at: "" }, "recurrence/at"],
		[{ repeats: "weekly", days: [] }, "recurrence/days"],
		[{ repeats: "monthly", day: "" }, "recurrence/day"],
		[{ repeats: "monthly", day: "1.5" }, "recurrence/day"],
		[{ repeats: "cron", expression: " " }, "recurrence/expression"],
		[{ time: "" }, "recurrence/time"],
		[{ timeZone: "" }, "timeZone"],
	] as const)("%j at %s", (change, field) => {
		const wrong = wrongIn({ ...filled, ...change } as typeof filled);
		expect(Object.keys(wrong)).toEqual([field]);
		expect(wrong[field]).toMatch(/^Please/);
	});
});

test("a preview is asked for once the times are filled in", () => {
	expect(timingIn(filled)).toEqual({ recurrence: { type: "daily", time: "06:00" }, timeZone: "Africa/Lagos" });
	expect(timingIn({ ...filled, time: "" })).toBeNull();
	expect(timingIn({ ...filled, timeZone: "" })).toBeNull();
});
