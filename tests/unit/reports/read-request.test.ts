import { expect, test } from "vitest";
import type { ReportTemplate } from "#contract/reports/reports.ts";
import { readRequest } from "#src/features/reports/generate/read-request.ts";

function read(template: ReportTemplate, fields: readonly (readonly [string, string])[]) {
	const data = new FormData();
	for (const [name, value] of fields) data.append(name, value);
	return readRequest(template, data);
}

test("what was left empty is left out, and nothing ticked is no limit", { meta: { acceptance: "B11" } }, () => {
	const empty = [
		["name", "  "],
		["from", ""],
		["to", ""],
	] as const;
	expect(read("executive-summary", empty)).toEqual({
		status: "read",
		request: { template: "executive-summary", hosts: [], clients: [] },
	});
});

test("what was typed and ticked is asked for, trimmed", () => {
	const fields = [
		["name", " Posture "],
		["hosts", "a.example"],
		["hosts", "b.example"],
		["clients", "Northwind"],
		["from", "2026-05-01"],
		["to", "2026-05-01"],
		["incident", " It was on fire. "],
	] as const;
	const request = {
		name: "Posture",
		hosts: ["a.example", "b.example"],
		clients: ["Northwind"],
		from: "2026-05-01",
		to: "2026-05-01",
	};
	expect(read("incident-response", fields)).toEqual({
		status: "read",
		request: { template: "incident-response", ...request, incident: "It was on fire." },
	});
	// The others are not about an incident.
	expect(read("compliance-report", fields)).toEqual({
		status: "read",
		request: { template: "compliance-report", ...request },
	});
});

test("a compliance report is about the frameworks that were ticked, and no other report names any", () => {
	const fields = [
		["frameworks", "soc-2"],
		["frameworks", "gdpr"],
	] as const;
	const request = { hosts: [], clients: [] };
	expect(read("compliance-report", fields)).toEqual({
		status: "read",
		request: { template: "compliance-report", ...request, frameworks: ["soc-2", "gdpr"] },
	});
	expect(read("compliance-report", [])).toEqual({
		status: "read",
		request: { template: "compliance-report", ...request },
	});
	expect(read("executive-summary", fields)).toEqual({
		status: "read",
		request: { template: "executive-summary", ...request },
	});
});

test("what the server would refuse is shown at its field before it is sent", () => {
	const wrong = read("executive-summary", [
		["name", "x".repeat(121)],
		["from", "yesterday"],
	]);
	expect(wrong).toMatchObject({ status: "wrong", fields: { name: expect.any(String), from: expect.any(String) } });
	const backwards = read("executive-summary", [
		["from", "2026-05-02"],
		["to", "2026-05-01"],
	]);
	expect(backwards).toMatchObject({ status: "wrong", fields: { to: expect.stringContaining("before the first") } });
	const many = read(
		"executive-summary",
		Array.from({ length: 201 }, (_, index) => ["hosts", `${index}.example`] as const),
	);
	expect(many).toMatchObject({ status: "wrong", fields: { hosts: expect.stringContaining("200") } });
});
