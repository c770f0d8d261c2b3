import { expect, test } from "vitest";
import { COMPLETED } from "../../../support/engines/fake-engine.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

test("one account's many scans hold up neither another account's one nor a visitor's", async () => {
	const server = await startTestServer({ env: { SCANS_PER_ACCOUNT: "2", LIMIT_PER_ACCOUNT: "1000" } });
	const { sslyze, combined } = server.engines;
	sslyze.hold = true;
	const [busy, other] = [await createAccount(server), await createAccount(server)];
	const ask = (account: typeof busy, host: string) =>
		apiClient(server.url, asAccount(account))("startSslyzeScan", { body: { target: `${host}.example.com:443` } });
	for (let count = 0; count < 20; count++) expect((await ask(busy, `busy-${count}`)).status).toBe(202);
	expect((await ask(other, "other")).status).toBe(202);
	expect((await server.scan({ target: "example.com", email: "visitor@example.org" })).status).toBe(202);

	const hosts = () => sslyze.runs.map(({ context }) => context.target.target.host);
	await until(async () => hosts().includes("other.example.com"), "the other account's scan runs");
	await until(async () => combined.runs.length === 1, "the visitor's scan runs");
	expect(hosts().filter((host) => host.startsWith("busy-"))).toHaveLength(2);

	// Its own others follow as soon as there is room.
	sslyze.runs[0]?.end(COMPLETED);
	await until(async () => sslyze.runs.length === 4, "the next of its scans runs");
	sslyze.hold = false;
	for (const run of sslyze.runs) run.end(COMPLETED);
	await until(async () => sslyze.runs.length === 21, "all have run");
});
