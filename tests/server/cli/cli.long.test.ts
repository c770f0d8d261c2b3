import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { SaxesParser } from "saxes";
import { beforeEach, expect, test } from "vitest";
import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import { buildCli } from "#tests/support/cli/built-cli.ts";
import { findingOf, ranWith } from "#tests/support/engines/found.ts";
import { sarifValidator } from "#tests/support/reports/sarif-schema.ts";
import { addClient, createOwner, type TestMember } from "#tests/support/server/people.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";
import { until } from "#tests/support/until.ts";
import { afterFile } from "../../support/after-file.ts";

const server = await startTestServer({ env: { LIMIT_TOKEN_CALLS: "1000" } });
const { pool } = server.database;
const owner = await createOwner(server);
const engine = server.engines.sslyze;
const cli = await buildCli();

async function makeToken(by: TestMember, scopes: readonly TokenScope[]): Promise<string> {
	const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	return (await (await by.call("makeToken", { body: { name: "CI", scopes, endsOn } })).json()).token;
}
const tokenWith = (...scopes: TokenScope[]) => makeToken(owner, scopes);
const token = await tokenWith("scans:write", "scans:read", "findings:read", "reports:write", "reports:read");
const env = { PLUMBLINE_URL: server.url, PLUMBLINE_TOKEN: token };

const SCAN = ["scan", "example.com:443", "--kind", "sslyze"];
const HIGH = findingOf({ rule: "tls-old-protocol", severity: "high", title: "Old <TLS> & \u0007 is offered" });

const scans = async () => (await pool.query("SELECT id FROM scans")).rows.length;
/** Ends the scan that the next command starts. */
async function endNext(result = ranWith([HIGH])): Promise<void> {
	const index = engine.runs.length;
	(await until(async () => engine.runs[index], "the engine runs")).end(result);
}

beforeEach(() => {
	engine.hold = true;
});

test("a scan that finds a high finding ends with 1, and writes SARIF and JUnit", async () => {
	const [sarif, junit] = [join(cli.folder, "out.sarif"), join(cli.folder, "out.xml")];
	const running = cli.run([...SCAN, "--wait", "--fail-on", "high", "--sarif", sarif, "--junit", junit], env);
	await endNext();
	const { code, out, err } = await running;
	expect(code, err).toBe(1);
	expect(out).toMatch(/^[0-9a-f-]{36}\n$/);
	expect(err).not.toContain("\u001B");
	const validate = sarifValidator();
	const log = JSON.parse(await readFile(sarif, "utf8"));
	expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
	expect(log.runs[0].results).toHaveLength(1);
	const xml = await readFile(junit, "utf8");
	new SaxesParser().write(xml).close();
	expect(xml).toContain('tests="1" failures="1"');

	const listed = await cli.run(["findings", "--scan", out.trim(), "--json"], env);
	expect(JSON.parse(listed.out)).toMatchObject([{ rule: HIGH.rule }]);
	expect((await cli.run(["findings", "--severity", "high"], env)).out).toContain("Old <TLS> &");
	const csv = join(cli.folder, "out.csv");
	expect(await cli.run(["report", "--scan", out.trim(), "--format", "csv", "--out", csv], env)).toMatchObject({
		code: 0,
	});
	expect(await readFile(csv, "utf8")).toContain("Old <TLS>");
});

test("a scan without findings at the level ends with 0, one that fails with 4", async () => {
	const fine = cli.run([...SCAN, "--fail-on", "critical"], env);
	await endNext();
	expect(await fine).toMatchObject({ code: 0 });
	const failed = cli.run([...SCAN, "--wait"], env);
	await endNext({
		status: "failed",
		reason: { code: "unreachable", message: "It did not answer." },
		parts: [],
		sent: [],
	});
	expect(await failed).toMatchObject({ code: 4, err: expect.stringContaining("It did not answer.") });
});

test("a wrong token ends with 3, and a token without the scope says which it needs", async () => {
	const wrong = `${token.slice(0, -1)}!`;
	const refused = await cli.run(SCAN, { ...env, PLUMBLINE_TOKEN: wrong });
	expect(refused.code).toBe(3);
	expect(refused.err + refused.out).not.toContain(wrong);
	const reading = await cli.run(SCAN, { ...env, PLUMBLINE_TOKEN: await tokenWith("scans:read") });
	expect(reading).toMatchObject({ code: 3, err: expect.stringContaining("scans:write") });
});

test("a token among the arguments ends with 2, is not shown and is not sent", async () => {
	const before = await scans();
	for (const args of [["--token", token], [`--token=${token}`], [token]]) {
		const refused = await cli.run([...SCAN, ...args], env);
		expect(refused.code).toBe(2);
		expect(refused.err + refused.out).not.toContain(token);
	}
	expect(await scans()).toBe(before);
});

test("a scan that does not end in time ends with 5 and goes on; Ctrl-C says how to look at it", async () => {
	expect(await cli.run([...SCAN, "--timeout", "1s"], env)).toMatchObject({
		code: 5,
		err: expect.stringContaining("It goes on. Look at it later with: plumbline findings --scan"),
	});
	const waiting = cli.start([...SCAN, "--wait"], env);
	await until(async () => /: (pending|running)/.test(waiting.said.err), "the command waits");
	waiting.interrupt();
	const { code, out, err } = await waiting.ended;
	expect(code).toBe(130);
	expect(err).toContain(`The scan goes on. Look at it with: plumbline findings --scan ${out.trim()}`);
	const { rows } = await pool.query("SELECT status FROM scans WHERE id = $1", [out.trim()]);
	expect(rows[0].status).not.toBe("failed");
});

test("a server that is not back within a minute ends with 6", async () => {
	const busy = createServer((_request, response) => response.writeHead(503, { "Retry-After": "3600" }).end());
	await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
	afterFile(async () => void busy.close());
	const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
	expect(await cli.run(SCAN, { ...env, PLUMBLINE_URL: url })).toMatchObject({ code: 6, out: "" });
});

test("a client is found by its code, name or ID; one that is unknown or not certain ends with 2 and starts nothing", async () => {
	const consultancy = await createOwner(server);
	const { workspaceId } = consultancy;
	const bank = await addClient(server, workspaceId, "Alpha Bank");
	const oil = await addClient(server, workspaceId, "Beta Oil");
	await pool.query("UPDATE clients SET code = 'alpha-bank-2' WHERE id = $1", [bank]);
	await pool.query("UPDATE clients SET code = 'old' WHERE id = $1", [oil]);
	await pool.query("UPDATE clients SET name = 'Old' WHERE id = $1", [workspaceId]);
	const of = (scopes: TokenScope[]) => makeToken(consultancy, scopes);
	const own = { ...env, PLUMBLINE_TOKEN: await of(["scans:write", "clients:read"]) };
	const clientOf = async (scan: string) => {
		const sql =
			"SELECT client_id FROM assets JOIN scans ON account_id::text = owner AND assets.host = scans.host WHERE scans.id = $1";
		return (await pool.query(sql, [scan.trim()])).rows[0]?.client_id;
	};
	for (const [index, given] of ["alpha-bank-2", "ALPHA bank", bank].entries()) {
		const scan = ["scan", `host-${index}.example.com:443`, "--kind", "sslyze"];
		const { code, out, err } = await cli.run([...scan, "--client", given], own);
		expect(code, err).toBe(0);
		expect(await clientOf(out)).toBe(bank);
	}
	const before = await scans();
	const unknown = await cli.run([...SCAN, "--client", "gamma"], own);
	expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("no client with the code or name “gamma”") });
	const two = await cli.run([...SCAN, "--client", "old"], own);
	expect(two).toMatchObject({ code: 2, err: expect.stringContaining("“old” fits several clients") });
	for (const id of [oil, workspaceId]) expect(two.err).toContain(id);
	const blind = await cli.run([...SCAN, "--client", "alpha-bank-2"], {
		...env,
		PLUMBLINE_TOKEN: await of(["scans:write"]),
	});
	expect(blind).toMatchObject({ code: 3, err: expect.stringContaining("clients:read") });
	expect(await scans()).toBe(before);
});

test("whoami says what the token is, and lists clients if it may", async () => {
	const said = await cli.run(["whoami"], env);
	expect(said).toMatchObject({ code: 0, err: "" });
	expect(said.out).toContain(
		`Token      CI (${token.slice(0, 8)}…)\nWorkspace  Analytical Engines\nRole       owner\n`,
	);
	expect(said.out).toContain("Clients    not listed: the token does not have the scope clients:read\n");
	expect(said.out).not.toContain(token);
	const reading = { ...env, PLUMBLINE_TOKEN: await makeToken(owner, ["clients:read"]) };
	expect((await cli.run(["whoami"], reading)).out).toContain("Clients    analytical-engines  Analytical Engines\n");
	expect(JSON.parse((await cli.run(["whoami", "--json"], reading)).out)).toMatchObject({
		scopes: ["clients:read"],
		clients: [{ code: "analytical-engines" }],
	});
});

test("a request whose answer is lost is sent again and starts one scan", async () => {
	let lost = 0;
	const proxy = createServer(async (request, response) => {
		const body = await buffer(request);
		const { authorization = "", "idempotency-key": key } = request.headers;
		const answer = await fetch(`${server.url}${request.url}`, {
			method: request.method ?? "",
			headers: { authorization, "content-type": "application/json", "idempotency-key": String(key) },
			body,
		});
		const text = await answer.text();
		if (lost++ === 0) response.destroy();
		else response.writeHead(answer.status).end(text);
	});
	await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	afterFile(async () => void proxy.close());
	const before = await scans();
	const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	const ended = await cli.run(SCAN, { ...env, PLUMBLINE_URL: url });
	expect(ended).toMatchObject({ code: 0 });
	expect(lost).toBe(2);
	expect(await scans()).toBe(before + 1);
});
