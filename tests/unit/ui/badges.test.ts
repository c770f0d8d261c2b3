import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { SCAN_STATUSES } from "#contract/scans/scans.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";

const wordOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, "");
const shapeOf = (markup: string) => /<path d="([^"]*)"/.exec(markup)?.[1];

describe("every status", { meta: { acceptance: "S4.01-S4.06" } }, () => {
	const STATUSES = ["active", ...SCAN_STATUSES] as const;
	const badges = STATUSES.map((status) => renderToStaticMarkup(createElement(StatusBadge, { status })));

	test("has its label", () => {
		expect(badges.map(wordOf)).toEqual(["active", "Pending", "Running", "Completed", "Failed"]);
	});

	test("has its own shape", () => {
		expect(new Set(badges.map(shapeOf)).size).toBe(STATUSES.length);
	});
});

describe("each of the four severities", { meta: { acceptance: "S4.11-S4.15" } }, () => {
	const marks = SEVERITIES.map((severity) => renderToStaticMarkup(createElement(SeverityMark, { severity })));

	test("has its label", () => {
		expect(marks.map(wordOf)).toEqual(["High", "Medium", "Low", "Info"]);
	});

	test("has its own shape, so that it is recognizable without color", () => {
		expect(new Set(marks.map(shapeOf)).size).toBe(4);
	});
});
