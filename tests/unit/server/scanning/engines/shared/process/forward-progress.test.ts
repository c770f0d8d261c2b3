import { expect, test } from "vitest";
import { forwardProgress } from "#server/scanning/engines/shared/process/forward-progress.ts";

test("progress only moves forward, in percent and in steps", () => {
	const told: [number, string][] = [];
	const tell = forwardProgress((...one) => told.push(one));
	tell(5, "Pages");
	tell(20, "Module sql");
	tell(20, "Module xss");
	// It crashed and starts again.
	tell(5, "Pages");
	tell(20, "Module sql");
	tell(20, "Module xss");
	tell(60, "Module file");
	expect(told).toEqual([
		[5, "Pages"],
		[20, "Module sql"],
		[20, "Module xss"],
		[60, "Module file"],
	]);
});
