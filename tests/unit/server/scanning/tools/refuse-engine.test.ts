import { expect, test } from "vitest";
import type { ToolState } from "#server/scanning/engines/tool-state.ts";
import { refuseEngine } from "#server/scanning/scans/refuse-engine.ts";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const refusal = (state: ToolState) => refuseEngine({ kind: "nmap", state }, NOW);
const installing = (readyBy: string) =>
	refusal({ status: "installing", since: NOW.toISOString(), readyBy: `2026-11-22T${readyBy}.000Z`, download: null });

test("what changes by itself is 503 with a time to wait, for this entry only", () => {
	expect(refusal({ status: "available", version: "7.93" })).toBeUndefined();
	expect(refusal({ status: "unknown" })).toMatchObject({
		code: "unavailable",
		details: { scope: "entry", retryAfter: 10 },
	});
	const waits = ["10:01:00", "09:59:00", "11:00:00"].map((readyBy) => installing(readyBy)?.details?.retryAfter);
	expect(waits).toEqual([60, 10, 120]);
	expect(installing("10:01:00")?.message).toBe(
		"The tool for this scan is being installed. Nothing was started. Please try again in 60 seconds.",
	);
});

test("what needs a person is 501, and says nothing about the machine", () => {
	const states: ToolState[] = [
		{ status: "missing", why: "Nmap comes from the system's packages.", remedy: "sudo apt-get install nmap" },
		{ status: "off", why: "nmap is not installed on this machine." },
	];
	for (const state of states) {
		expect(refusal(state)).toMatchObject({ code: "engine_unavailable", details: { kind: "nmap" } });
		expect(JSON.stringify(refusal(state))).not.toMatch(/apt|installed|packages/);
	}
});
