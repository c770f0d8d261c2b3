import selfAssessment from "virtual:self-assessment";
import { describe, expect, test } from "vitest";
import { CATALOG } from "#contract/controls/catalog-data.ts";
import { EXPIRING_DAYS } from "#contract/evidence/state.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { ALL_PACKS } from "#contract/frameworks/packs.ts";
import { BATCH_LIMIT } from "#contract/routes.ts";
import { LIMITS } from "#server/scanning/engines/baseline/gather/session.ts";
import { RULES } from "#server/scanning/engines/baseline/registry.ts";
import { screenOf } from "#src/app/dashboard/screen.tsx";
import { claims, frameworks, trustBadges } from "#src/config/claims.ts";
import { scanSteps } from "#src/content/landing/scan-steps.ts";
import { segments } from "#src/content/landing/segments.ts";
import { DEFAULT_SOLUTION, SOLUTION_IDS, type SolutionId, solutions } from "#src/content/landing/solutions.ts";
import { stages } from "#src/content/landing/stages.ts";
import { reasons } from "#src/content/landing/why.ts";
import { segmentPages } from "#src/content/pages/segments.ts";
import { solutionPages } from "#src/content/pages/solutions.ts";
import { after } from "#src/features/landing/why/use-rotation.ts";
import { readAddress } from "#src/features/scans/scans-address.ts";
import { STALE_AFTER_MS } from "#src/requests/kinds.ts";

describe("the solutions", () => {
	test("are these nine, and risk management comes first", { meta: { acceptance: "S1.17, S2.99, S3.15-S3.23" } }, () => {
		expect(SOLUTION_IDS.map((id) => solutions[id].name)).toEqual([
			"Risk Management",
			"Compliance Readiness",
			"Third-Party Risk",
			"Incident Management",
			"Document Management",
			"Automated Workflow",
			"Automated Questionnaires",
			"Compliance Document Generator",
			"Control Testing Suite",
		]);
		expect(DEFAULT_SOLUTION).toBe("risk-management");
	});

	test.each(SOLUTION_IDS)(
		"%s has all its fields, and a page of the same name",
		{ meta: { acceptance: "S3.07, S3.09-S3.14" } },
		(id) => {
			const { description, features, stats, look } = solutions[id];
			expect(solutions[id].id).toBe(id);
			expect(description).not.toBe("");
			expect(features.length).toBeGreaterThan(0);
			expect(stats.every(({ label, value }) => label && value)).toBe(true);
			expect(look.edge).toMatch(/^border-/);
			expect(solutionPages[id]).toMatchObject({ title: solutions[id].name, description });
		},
	);

	test.each(SOLUTION_IDS)("%s leads to a screen that makes it true", (id) => {
		const { sections } = solutionPages[id];
		const today = sections.find((section) => section.id === "today")?.blocks.join(" ") ?? "";
		const paths = [...today.matchAll(/\]\((\/dashboard\/[a-z]+)(?:\?tab=([a-z]+))?\)/g)];
		expect(paths.length).toBeGreaterThan(0);
		for (const [, path = "", tab] of paths) {
			expect(screenOf(path).path).toBe(path);
			if (tab) expect(readAddress(new URLSearchParams({ tab })).tab).toBe(tab);
		}
	});

	test("their figures match the product", () => {
		const figure = (id: SolutionId, label: RegExp) => solutions[id].stats.find((stat) => label.test(stat.label))?.value;
		expect(figure("risk-management", /rules/)).toBe(
			String(new Set(Object.values<readonly unknown[]>(RULES).flat()).size),
		);
		expect(scanSteps.find(({ label }) => label === "TLS handshakes")?.reading).toBe(String(LIMITS.handshakes));
		expect(figure("third-party-risk", /handshakes/)).toBe(String(LIMITS.handshakes));
		expect(figure("automated-workflow", /sent together/)).toBe(String(BATCH_LIMIT));
		expect(figure("automated-workflow", /unsent/)).toBe(`${STALE_AFTER_MS / 86_400_000} d`);
		expect(figure("document-management", /expires/)).toBe(`${EXPIRING_DAYS} d`);
		expect(figure("compliance-readiness", /frameworks/)).toBe(String(ALL_PACKS.length));
		expect(figure("compliance-readiness", /controls/)).toBe(String(CATALOG.length));
		expect(figure("control-testing-suite", /tests/)).toBe(String(CATALOG.flatMap(({ tests }) => tests).length));
		// What the site says about frameworks matches what there is.
		expect(ALL_PACKS.map(({ id }) => id)).toEqual(FRAMEWORK_IDS);
		expect(claims.frameworks.figure).toBe("20+");
		const questions = selfAssessment.sections.flatMap((section) => section.questions);
		expect(figure("automated-questionnaires", /questions/)).toBe(String(questions.length));
	});
});

describe("who it serves", () => {
	test("there are three segments, each with all that belongs to it", {
		meta: { acceptance: "S1.02, S1.06-S1.10" },
	}, () => {
		expect(segments).toHaveLength(3);
		for (const { challenges, solutions, industries, statistics, testimonial } of segments) {
			for (const list of [challenges, solutions, industries, statistics]) expect(list.length).toBeGreaterThan(0);
			expect(testimonial.quote).not.toBe("");
			for (const { source } of statistics) expect(source).not.toBe("");
		}
	});

	test("a segment's address is never a solution's, and has its page", { meta: { acceptance: "A09" } }, () => {
		for (const { id } of segments) {
			expect(SOLUTION_IDS).not.toContain(id);
			expect(segmentPages[id]).toBeDefined();
		}
	});

	test("the journey has three stages", { meta: { acceptance: "S1.44-S1.46, S9.23-S9.25" } }, () => {
		expect(stages.map(({ employees }) => employees)).toEqual(["10-50", "50-200", "200+"]);
	});
});

test("there are five reasons, and after the fifth comes the first", {
	meta: { acceptance: "S2.100, S4.39, S9.04" },
}, () => {
	expect(reasons).toHaveLength(5);
	expect([0, 1, 2, 3, 4].map((at) => after(at, reasons.length))).toEqual([1, 2, 3, 4, 0]);
});

test("each claim is in one place, with a source and a switch", { meta: { acceptance: "S1.27, S9.27-S9.33" } }, () => {
	expect(Object.values(claims).map(({ text }) => text)).toEqual([
		"20+ frameworks",
		"30-day free trial, no credit card",
		"48 hours fastest implementation, usually days",
		"75% less manual work",
		"10 to 10,000 employees",
		"500+ companies",
		"2-4 weeks to compliance",
	]);
	for (const { source, shown } of [...Object.values(claims), ...trustBadges]) {
		expect(source).not.toBe("");
		expect(shown).toBe(true);
	}
	const used = new Set(reasons.flatMap((reason) => reason.claims));
	expect(used).toEqual(new Set(Object.keys(claims)));
	expect(frameworks).toEqual(["SOC 2", "ISO 27001", "GDPR", "NDPR", "HIPAA", "PCIDSS"]);
	expect(trustBadges.map(({ text }) => text)).toContain("Trusted by 500+ companies");
});
