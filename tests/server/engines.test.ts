import { expect, test } from "vitest";
import { type EngineInfo, engineList } from "#contract/engines.ts";
import { SCAN_KINDS } from "#contract/scans.ts";
import { toolsText } from "#server/engines/tools-text.ts";
import { apiClient } from "../support/api-client.ts";
import { createFakeEngine, createFakeEngines } from "../support/fake-engine.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

const enginesOf = async (server: TestServer): Promise<Record<string, EngineInfo>> => {
	const { engines } = engineList.parse(await (await apiClient(server.url)("listEngines")).json());
	expect(engines.map(({ kind }) => kind)).toEqual(SCAN_KINDS);
	return Object.fromEntries(engines.map((engine) => [engine.kind, engine]));
};

test("an API process knows what the workers can run, as long as one of them lives", async () => {
	const api = await startTestServer({ env: { ROLE: "api" } });
	const { database } = api;
	const without = await enginesOf(api);
	expect(without.combined).toMatchObject({ available: true, tool: null, needs: "nothing" });
	expect(without.nmap).toMatchObject({ available: false, version: null, install: "install nmap", needs: "ownership" });
	expect(without.nmap?.reason).toContain("No worker is running");

	const worker = await startTestServer({ database, env: { ROLE: "worker" } });
	expect((await enginesOf(api)).nmap).toEqual({
		...{ kind: "nmap", tool: "nmap-tool", available: true, version: "1.0" },
		...{ reason: null, install: null, needs: "ownership" },
	});
	expect(worker.facts).toContainEqual(["Scan tools", "zap-tool 1.0, wapiti-tool 1.0, nmap-tool 1.0, sslyze-tool 1.0"]);

	// The worker may just be looking again.
	await until(async () => {
		await database.pool.query("UPDATE engine_sightings SET seen_at = now() - interval '181 s'");
		return (await enginesOf(api)).nmap?.available === false;
	}, "what was seen three minutes ago does not count");
	await worker.close();
	expect((await database.pool.query("SELECT 1 FROM engine_sightings")).rowCount).toBe(0);
});

test("a tool that is added or goes away while the server runs is noticed; one worker that has it is enough", async () => {
	const one = await startTestServer();
	one.engines.zap.availability = { available: false, reason: "ZAP is not installed here." };
	await until(async () => (await enginesOf(one)).zap?.reason === "ZAP is not installed here.", "it is noticed");
	const two = await startTestServer({ database: one.database });
	expect((await enginesOf(one)).zap?.available).toBe(true);
	expect((await enginesOf(two)).zap?.available).toBe(true);
});

test("the banner says each tool's version, and of what is missing the one command that adds it", () => {
	const engines = createFakeEngines(createFakeEngine());
	engines.wapiti.install = engines.zap.install = "npm run engines";
	const text = toolsText(
		[
			{ kind: "combined", available: true, version: "1.0" },
			{ kind: "zap", available: false, reason: "zap.sh is not installed on this machine." },
			{ kind: "wapiti", available: false, reason: "wapiti is not installed on this machine." },
			{ kind: "nmap", available: true, version: "7.93" },
			{ kind: "sslyze", available: true, version: "6.3.1" },
		],
		engines,
	);
	expect(text).toBe(
		"nmap-tool 7.93, sslyze-tool 6.3.1; not available: zap-tool, wapiti-tool (npm run engines adds what it can)",
	);
	// ZAP takes its time to say its version, and the start does not wait for it.
	const there = SCAN_KINDS.filter((kind) => kind !== "zap").map(
		(kind) => ({ kind, available: true, version: "1" }) as const,
	);
	expect(toolsText(there, engines)).toBe("wapiti-tool 1, nmap-tool 1, sslyze-tool 1; still looking for zap-tool");
});
