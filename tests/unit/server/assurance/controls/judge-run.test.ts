import { describe, expect, test } from "vitest";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import { fixBy, judgeRun, type PresentFinding, type ScanLook } from "#server/assurance/controls/judge-run.ts";
import { evaluated, missed } from "../reports/samples.ts";

const AT = new Date("2026-11-20T10:00:00.000Z");
const LOOK: ScanLook = {
	kind: "combined",
	at: AT,
	coverage: "full",
	parts: [evaluated("headers"), evaluated("content"), evaluated("files"), evaluated("tls")],
};
const TEST = { classes: ["missing-csp"], timeToFix: TIME_TO_FIX };
const found = (more: Partial<PresentFinding> = {}): PresentFinding => ({
	fingerprint: "a",
	rule: "csp-missing",
	class: "missing-csp",
	severity: "medium",
	state: "open",
	since: AT,
	...more,
});
const daysAgo = (days: number) => new Date(AT.getTime() - days * 86_400_000);

describe("a run", () => {
	test("passes if every part that its kind needs was evaluated and nothing is open", () => {
		expect(judgeRun(TEST, LOOK, [])).toEqual({
			result: "passed",
			reason: "No open findings.",
			looked: ["missing-csp"],
			until: null,
		});
		expect(judgeRun(TEST, LOOK, [found({ class: "framing" })]).result).toBe("passed");
	});

	test("fails if a finding of its classes is open, and says how many are late and how many accepted", () => {
		const findings = [
			found(),
			found({ since: daysAgo(31) }),
			found({ since: daysAgo(30) }),
			found({ severity: "none", since: daysAgo(900) }),
			found({ state: "accepted" }),
		];
		expect(judgeRun(TEST, LOOK, findings)).toMatchObject({
			result: "failed",
			reason: "4 open findings, 1 past its time to fix. 1 more is an accepted risk.",
		});
	});

	test("is not failed by accepted risks alone", () => {
		expect(judgeRun(TEST, LOOK, [found({ state: "accepted" }), found({ state: "accepted" })])).toMatchObject({
			result: "passed",
			reason: "No open findings. 2 findings are accepted risks.",
		});
	});

	test("is incomplete if the scan is partial, or a needed part failed or is not there", () => {
		const partial = { ...LOOK, coverage: "partial" as const };
		expect(judgeRun(TEST, { ...partial, parts: [missed("dns"), missed("headers")] }, [])).toMatchObject({
			result: "incomplete",
			reason: expect.stringContaining("headers"),
		});
		expect(judgeRun(TEST, { ...partial, parts: [missed("dns"), evaluated("headers")] }, [])).toMatchObject({
			result: "incomplete",
			reason: expect.stringContaining("dns"),
		});
		expect(judgeRun(TEST, partial, []).result).toBe("incomplete");
		// Files on a host that nobody has proved to own are not checked.
		const files = { ...TEST, classes: ["exposed-files"] };
		expect(judgeRun(files, LOOK, []).result).toBe("passed");
		const without = LOOK.parts.filter(({ part }) => part !== "files");
		expect(judgeRun(files, { ...LOOK, parts: without }, [])).toMatchObject({ result: "incomplete" });
	});

	test("fails for what is open also when the scan is partial", () => {
		const partial = { ...LOOK, coverage: "partial" as const, parts: [missed("headers")] };
		expect(judgeRun(TEST, partial, [found()]).result).toBe("failed");
	});

	test("is incomplete while no scan has looked for one of its classes, and passes once another kind has, for as long as that counts", () => {
		const three = { ...TEST, classes: ["insecure-cookies", "cross-site-requests", "secrets-in-addresses"] };
		expect(judgeRun(three, LOOK, [])).toEqual({
			result: "incomplete",
			reason:
				"No open findings so far. This kind of scan does not look for: Forms that other sites can send; Secrets in addresses.",
			looked: ["insecure-cookies"],
			until: null,
		});
		const one = { "cross-site-requests": "2026-11-27" };
		expect(judgeRun(three, LOOK, [], one)).toMatchObject({
			result: "incomplete",
			reason: "No open findings so far. This kind of scan does not look for: Secrets in addresses.",
		});
		expect(judgeRun(three, LOOK, [], { ...one, "secrets-in-addresses": "2026-11-24" })).toEqual({
			result: "passed",
			reason:
				"No open findings. Other scans of this host looked for: Forms that other sites can send; Secrets in addresses.",
			looked: ["insecure-cookies"],
			until: "2026-11-24",
		});
	});

	test("is incomplete if rules of its own classes left a gap, and passes if those of others did", () => {
		const gap = { ...missed("rules", "1 of ZAP's rules was off."), rules: ["zap-10038-1"] };
		const zap: ScanLook = {
			...LOOK,
			kind: "zap",
			coverage: "partial",
			parts: [evaluated("pages"), evaluated("attacks"), gap],
		};
		expect(judgeRun(TEST, zap, [])).toMatchObject({
			result: "incomplete",
			reason: "Not evaluated: The rules part. 1 of ZAP's rules was off.",
		});
		const other = { ...TEST, classes: ["sql-injection"] };
		expect(judgeRun(other, zap, [])).toMatchObject({ result: "passed", looked: ["sql-injection"] });
		expect(judgeRun(other, { ...zap, parts: [...zap.parts, missed("attacks")] }, []).result).toBe("incomplete");
	});
});

test("the time to fix runs from the day on which it was seen, by severity", () => {
	const days = (["high", "medium", "low", "none"] as const).map((severity) =>
		fixBy({ since: AT, severity }, TIME_TO_FIX),
	);
	expect(days).toEqual(["2026-12-05", "2026-12-20", "2027-02-18", null]);
});
