import { expect, test } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { dedupe } from "#server/scanning/engines/shared/dedupe.ts";

function finding(change: Partial<Finding>): Finding {
	return {
		fingerprint: "f1",
		engine: "baseline",
		rule: "csp-missing",
		title: "No content security policy",
		severity: "medium",
		confidence: "high",
		location: { host: "example.com", port: 443, path: "/", parameter: "" },
		evidence: [{ source: "a", text: "1" }],
		why: { owner: "", engineer: "" },
		fix: { owner: "", engineer: "" },
		cwe: 693,
		...change,
	};
}

test("findings of the same fingerprint become one, with the evidence of both", () => {
	const merged = dedupe([
		finding({}),
		finding({ fingerprint: "f2" }),
		finding({
			evidence: [
				{ source: "a", text: "1" },
				{ source: "b", text: "2" },
			],
		}),
	]);
	expect(merged.map(({ fingerprint }) => fingerprint)).toEqual(["f1", "f2"]);
	expect(merged[0]?.evidence).toEqual([
		{ source: "a", text: "1" },
		{ source: "b", text: "2" },
	]);
});

test("the worse severity, with its title, and the higher confidence win", () => {
	const [merged] = dedupe([
		finding({ severity: "low", confidence: "low" }),
		finding({ severity: "high", title: "Worse" }),
	]);
	expect(merged).toMatchObject({ severity: "high", title: "Worse", confidence: "high" });
	const [other] = dedupe([
		finding({ severity: "high", title: "Worse" }),
		finding({ severity: "low", confidence: "low" }),
	]);
	expect(other).toMatchObject({ severity: "high", title: "Worse", confidence: "high" });
});
