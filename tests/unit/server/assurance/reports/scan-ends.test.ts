import { expect, test } from "vitest";
import { incidentResponse } from "#server/assurance/reports/templates/incident-response.ts";
import { vulnerabilityAssessment } from "#server/assurance/reports/templates/vulnerability-assessment.ts";
import { reportData } from "./report-data.ts";

const rowsOf = ({ sections }: ReturnType<typeof incidentResponse>, head: string): string[] =>
	sections.flatMap(({ blocks }) =>
		blocks.flatMap((block) => {
			if (block.type !== "table") return [];
			const at = block.columns.findIndex((column) => column.head === head);
			return at < 0 ? [] : block.rows.map((row) => JSON.stringify(row[at]));
		}),
	);

test("a cancelled scan is not a failed one, and a partial scan is not a full one", () => {
	expect(rowsOf(vulnerabilityAssessment(reportData("vulnerability-assessment")), "Outcome")).toEqual([
		'"Completed"',
		'"Completed, partial coverage"',
		'"Failed: The host did not answer within 10 minutes."',
		'"Cancelled"',
	]);
	const events = rowsOf(incidentResponse(reportData("incident-response")), "What").filter((what) => /scan/i.test(what));
	expect(events).toEqual([
		'"Wapiti scan cancelled"',
		'"Nmap EOL scan failed"',
		'"SSLyze scan completed, partial coverage"',
		'"Combined scan completed"',
	]);
});

test("a kind of scan that was only ever cancelled is no part of how and where we looked", () => {
	const { sections } = vulnerabilityAssessment(reportData("vulnerability-assessment"));
	const method = JSON.stringify(sections.find(({ id }) => id === "method"));
	expect(method).toContain("Nmap EOL");
	expect(method).not.toContain("Wapiti");
});
