import { expect, test } from "vitest";
import { byUrgency, weightOf } from "#contract/findings/urgency.ts";
import { CLASSES } from "#server/assurance/findings/class-table.ts";

const one = (severity: "high" | "medium" | "low" | "none", rule: string, title = rule) => ({ severity, rule, title });

test("within a severity, what anyone can read comes first, then ways in, then encryption, then hardening", () => {
	const problems = [
		one("high", "certificate-expired", "A certificate has expired"),
		one("medium", "directory-listing"),
		one("high", "software-end-of-life", "A library is old"),
		one("none", "exposed-env"),
		one("high", "exposed-git", "The repository is public"),
		one("high", "zap-40018-1", "A query can be changed"),
		one("high", "exposed-env", "A file with passwords is public"),
		one("high", "tls-weak-cipher", "A cipher is weak"),
	];
	expect(problems.toSorted(byUrgency).map(({ title }) => title)).toEqual([
		"A file with passwords is public",
		"The repository is public",
		"A query can be changed",
		"A certificate has expired",
		"A cipher is weak",
		"A library is old",
		"directory-listing",
		"exposed-env",
	]);
});

test("what needs nothing has no weight, and a graver problem has more than any of a lower severity", () => {
	const rules = CLASSES.flatMap((one) => one.rules);
	const weights = (severity: "high" | "medium" | "low" | "none") => rules.map((rule) => weightOf({ severity, rule }));
	expect(new Set(weights("none"))).toEqual(new Set([0]));
	expect(Math.min(...weights("high"))).toBeGreaterThan(Math.max(...weights("medium")));
	expect(Math.min(...weights("medium"))).toBeGreaterThan(Math.max(...weights("low")));
	expect(Math.min(...weights("low"))).toBeGreaterThan(0);
	// Each rule that is urgent is one of those we know.
	expect(new Set(weights("high"))).toEqual(new Set([30, 31, 32, 33]));
});
