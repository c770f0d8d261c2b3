import { expect, test } from "vitest";
import type { ClientOverview } from "#contract/workspaces/client-overview.ts";
import { worstFirst } from "#src/features/overview/clients/sort-clients.ts";
import { ageWarning } from "#src/features/overview/take/age-text.ts";
import { clientOf } from "../lib/workspace/samples.ts";

const about = (name: string, some: Partial<ClientOverview> = {}, archivedAt: string | null = null): ClientOverview => ({
	client: clientOf(1, { name, archivedAt }),
	hosts: 1,
	grade: { letter: "B", label: "B", reason: "" },
	open: { high: 0, medium: 0, low: 0, none: 0 },
	worstNew: null,
	expiring: { count: 0, next: null },
	overdue: { acceptedRisks: 0, schedules: 0 },
	running: 0,
	lastScan: null,
	...some,
});
const graded = (letter: ClientOverview["grade"]["letter"]) => ({ grade: { letter, label: "", reason: "" } });
const news = (severity: "high" | "low") => ({
	worstNew: { fingerprint: "", title: "", severity, host: "", at: "", what: "new" } as never,
});

test("the client that needs someone first is first; ungraded ones follow, archived ones are last", () => {
	const sorted = worstFirst([
		about("Archived F", graded("F"), "2026-01-01T00:00:00.000Z"),
		about("Not graded", graded(null)),
		about("B, quiet"),
		about("B, overdue", { overdue: { acceptedRisks: 1, schedules: 0 } }),
		about("B, low news", news("low")),
		about("B, high news", news("high")),
		about("F", graded("F")),
		about("A", graded("A")),
		about("B, expiring", { expiring: { count: 2, next: null } }),
	]);
	expect(sorted.map(({ client }) => client.name)).toEqual([
		"F",
		"B, high news",
		"B, low news",
		"B, overdue",
		"B, expiring",
		"B, quiet",
		"A",
		"Not graded",
		"Archived F",
	]);
});

const DAY_MS = 86_400_000;

test.each([
	[0, null],
	[4, null],
	[5, "It gets old in 2 days. Refresh it while you have a connection."],
	[6, "It gets old tomorrow. Refresh it while you have a connection."],
	[7, "It is 7 days old. Refresh it before you rely on it."],
	[40, "It is 40 days old. Refresh it before you rely on it."],
])("what is kept for %i days: %s", (days, warning) => {
	expect(ageWarning(1_000, 1_000 + days * DAY_MS)).toBe(warning);
});
