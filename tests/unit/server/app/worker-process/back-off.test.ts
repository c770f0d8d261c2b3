import { expect, test } from "vitest";
import { endsInARow, restartDelay } from "#server/app/worker-process/back-off.ts";

test("a worker that keeps ending is started again later each time, at most once a minute", () => {
	let ends = 0;
	const delays = Array.from({ length: 10 }, () => {
		ends = endsInARow(ends, 1_000);
		return restartDelay(ends);
	});
	expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test("one that worked for five minutes is started again at once", () => {
	expect(restartDelay(endsInARow(9, 5 * 60_000))).toBe(500);
	expect(restartDelay(endsInARow(9, 5 * 60_000 - 1))).toBe(60_000);
});
