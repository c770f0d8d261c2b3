import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { type EngineInfo, engineList } from "#contract/scans/engines.ts";
import { toolsText } from "#server/scanning/engines/tools-text.ts";
import { createFakeEngine, createFakeEngines } from "../../../support/engines/fake-engine.ts";
import { freePort } from "../../../support/free-ports.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const enginesOf = async (server: TestServer): Promise<Record<string, EngineInfo>> => {
	const { engines } = engineList.parse(await (await apiClient(server.url)("listEngines")).json());
	expect(engines.map(({ kind }) => kind)).toEqual(SCAN_KINDS);
	return Object.fromEntries(engines.map((engine) => [engine.kind, engine]));
};

test("an API process knows what the workers can run, as long as one of them lives", async () => {
	const api = await startTestServer({ env: { ROLE: "api" } });
	const { database } = api;
	const without = await enginesOf(api);
	expect(without.combined).toMatchObject({ state: { status: "available" }, tool: null, needs: "nothing" });
	expect(without.nmap).toMatchObject({ state: { status: "unknown" }, needs: "ownership" });

	const worker = await startTestServer({ database, env: { ROLE: "worker" } });
	expect((await enginesOf(api)).nmap).toEqual({
		kind: "nmap",
		tool: "nmap-tool",
		needs: "ownership",
		state: { status: "available", version: "1.0" },
	});
	expect(worker.facts).toContainEqual(["Scan tools", "zap-tool 1.0, wapiti-tool 1.0, nmap-tool 1.0, sslyze-tool 1.0"]);

	// The worker may just be looking again.
	await until(async () => {
		await database.pool.query("UPDATE engine_sightings SET seen_at = now() - interval '181 s'");
		return (await enginesOf(api)).nmap?.state.status === "unknown";
	}, "what was seen three minutes ago does not count");
	await worker.close();
	expect((await database.pool.query("SELECT 1 FROM engine_sightings")).rowCount).toBe(0);
});

test("a tool that is added or goes away while the server runs is noticed; one worker that has it is enough", async () => {
	const one = await startTestServer();
	one.engines.zap.availability = { available: false, reason: "ZAP is not installed here." };
	const missing = { status: "off", why: "ZAP is not installed here." };
	await until(async () => isDeepStrictEqual((await enginesOf(one)).zap?.state, missing), "it is noticed");
	const two = await startTestServer({ database: one.database });
	for (const server of [one, two]) expect((await enginesOf(server)).zap?.state.status).toBe("available");
});

test("the banner says each tool's version, and what happens about those that are missing", () => {
	const engines = createFakeEngines(createFakeEngine());
	const text = toolsText(
		[
			{ kind: "combined", state: { status: "available", version: "1.0" } },
			{
				kind: "zap",
				state: { status: "missing", why: "ZAP_PATH names /no/zap.sh, but there is no program.", remedy: null },
			},
			{ kind: "wapiti", state: { status: "unknown" } },
			{ kind: "nmap", state: { status: "available", version: "7.93" } },
			{ kind: "sslyze", state: { status: "unknown" } },
		],
		engines,
	);
	expect(text).toBe(
		"nmap-tool 7.93; not available: zap-tool (ZAP_PATH names /no/zap.sh, but there is no program.); not installed: wapiti-tool, sslyze-tool (what can be added is added as soon as this is ready; ENGINES=off switches that off)",
	);
	// ZAP is slow to report its version, and the start does not wait for it.
	const there = SCAN_KINDS.filter((kind) => kind !== "zap").map(
		(kind) => ({ kind, state: { status: "available", version: "1" } }) as const,
	);
	expect(toolsText(there, engines)).toBe("wapiti-tool 1, nmap-tool 1, sslyze-tool 1; still looking for zap-tool");
});

test("only an operator sees what is missing and what to do about it", async () => {
	const PORT = String(await freePort());
	const env = { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}`, TEAM_EMAIL: "Team@example.org" };
	const server = await startTestServer({ env });
	server.engines.nmap.availability = { available: false, reason: "nmap is not installed on this machine." };
	const [team, customer] = [await createAccount(server, { email: "team@example.org" }), await createAccount(server)];
	const nmapFor = async (headers: Record<string, string>) => {
		const answer = await apiClient(server.url, headers)("listEngines");
		return engineList.parse(await answer.json()).engines.find(({ kind }) => kind === "nmap")?.state;
	};
	await until(async () => (await nmapFor(asAccount(team)))?.status === "off", "the operator sees it");
	expect(await nmapFor(asAccount(team))).toEqual({ status: "off", why: "nmap is not installed on this machine." });
	for (const headers of [asAccount(customer), {}])
		expect(await nmapFor(headers)).toEqual({ status: "missing", why: null, remedy: null });
});

test("before the tools have been looked for, a scan by a tool is asked to come back, and is not held", async () => {
	const api = await startTestServer({ env: { ROLE: "api" } });
	const account = await createAccount(api);
	const call = apiClient(api.url, asAccount(account));
	const start = () =>
		call("startSslyzeScan", { body: { target: "example.com:443" }, headers: { "Idempotency-Key": "early" } });
	const early = await start();
	expect(early.headers.get("Retry-After")).toBe("10");
	expect(await refusalOf(early)).toMatchObject({
		status: 503,
		code: "unavailable",
		details: { kind: "sslyze", scope: "entry", retryAfter: 10 },
	});
	await startTestServer({ database: api.database, env: { ROLE: "worker" } });
	expect((await start()).status).toBe(202);
});
