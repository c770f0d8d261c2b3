import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GRADES } from "#contract/findings/findings.ts";
import { gradeOf, gradeReason } from "#contract/findings/grade.ts";
import { evaluated, missed } from "./samples.ts";

const counts = (high: number, medium: number, low: number, none = 0) => ({ high, medium, low, none });
const full = { coverage: "full", parts: [evaluated("a"), evaluated("b")] } as const;
const partial = { coverage: "partial", parts: [evaluated("a"), missed("b")] } as const;
const little = { coverage: "partial", parts: [evaluated("a"), missed("b"), missed("c")] } as const;

describe("the grade", () => {
	it.each([
		["A", counts(0, 0, 0, 9)],
		["B", counts(0, 0, 1)],
		["B", counts(0, 0, 50)],
		["B", counts(0, 2, 9)],
		["C", counts(0, 3, 0)],
		["C", counts(0, 80, 0)],
		["D", counts(1, 0, 0)],
		["D", counts(2, 9, 9)],
		["F", counts(3, 0, 0)],
	])("is %s for %o", (grade, found) => {
		expect(gradeOf({ ...full, counts: found })).toBe(grade);
	});

	it("is no A for a partial scan, and what was found still counts", () => {
		expect(gradeOf({ ...partial, counts: counts(0, 0, 0) })).toBeNull();
		expect(gradeOf({ ...partial, counts: counts(0, 0, 1) })).toBe("B");
		expect(gradeOf({ ...partial, counts: counts(3, 0, 0) })).toBe("F");
	});

	it("is none when fewer than half of the parts were evaluated, or there were no parts", () => {
		expect(gradeOf({ ...little, counts: counts(3, 0, 0) })).toBeNull();
		expect(gradeOf({ coverage: "full", parts: [], counts: counts(0, 0, 0) })).toBeNull();
	});

	it("is given when single rules left gaps, which are no parts of their own", () => {
		const gaps = ["rules", "places"].map((part) => ({ ...missed(part), rules: ["zap-10038"] }));
		const parts = [evaluated("pages"), missed("attacks"), ...gaps];
		expect(gradeOf({ coverage: "partial", parts, counts: counts(0, 0, 1) })).toBe("B");
		expect(gradeOf({ coverage: "partial", parts: gaps, counts: counts(0, 0, 1) })).toBeNull();
	});

	it("is none when something else answered in place of the site, whatever was found beside it", () => {
		const parts = [evaluated("tls"), evaluated("caa"), { ...missed("headers"), instead: "bot-wall" as const }];
		expect(gradeOf({ coverage: "partial", parts, counts: counts(0, 0, 0) })).toBeNull();
		expect(gradeOf({ coverage: "partial", parts, counts: counts(3, 0, 0) })).toBeNull();
		expect(gradeReason({ coverage: "partial", parts, grade: null })).toBe(
			"What answered looks like a bot wall, not the site itself. We saw no page, so there is no grade. Only what needs no page, such as DNS and TLS, was checked. Let our scanner through and scan again.",
		);
	});

	it("never gets better by one more finding", () => {
		const some = fc.nat({ max: 6 });
		const severity = fc.constantFrom("high" as const, "medium" as const, "low" as const, "none" as const);
		fc.assert(
			fc.property(some, some, some, severity, fc.constantFrom(full, partial), (high, medium, low, more, scan) => {
				const before = counts(high, medium, low);
				const was = gradeOf({ ...scan, counts: before });
				const is = gradeOf({ ...scan, counts: { ...before, [more]: before[more] + 1 } });
				if (was !== null) expect(GRADES.indexOf(is ?? "A")).toBeGreaterThanOrEqual(GRADES.indexOf(was));
			}),
		);
	});

	it("says its reason, and that a partial scan can only be worse", () => {
		expect(gradeReason({ ...full, grade: "D" })).toBe("One or two high findings.");
		expect(gradeReason({ ...partial, grade: "D" })).toContain("could only make it worse");
		expect(gradeReason({ ...partial, grade: null })).toContain("An A needs full coverage");
		expect(gradeReason({ ...little, grade: null })).toContain("Fewer than half");
	});
});
