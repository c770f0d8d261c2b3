import { expect, test } from "vitest";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { OperationName } from "#contract/operations.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const HOSTILE: readonly [what: string, target: string][] = [
	["a leading dash", "-iL/etc/hostname"],
	["a leading dash in a name", "-il.example.com"],
	["an option", "--script=x.example.com"],
	["an option behind a scheme", "https://--update.example.com"],
	["a newline", "a.example.com\n-oN/tmp/x"],
	["an encoded newline", "a%0a.example.com"],
	["a semicolon", "a.example.com;id"],
	["a command", "$(id).example.com"],
	["backticks", "`id`.example.com"],
	["a pipe", "a.example.com|id"],
	["a variable", "\x24{HOME}.example.com"],
	["quotes", "a.example.com'\"--x"],
	["a file's address", "file:///etc/passwd"],
	["an IPv6 zone", "[fe80::1%25eth0]:443"],
	["a bare IPv6 zone", "fe80::1%eth0"],
	["a range", "192.0.2.0/24"],
	["a range of last numbers", "192.0.2.1-9"],
	["an address to go to in its place", "a.example.com:443{10.0.0.1}"],
	["a comment", "a.example.com:443 # b"],
	["two targets", "a.example.com,b.example.com"],
	["an octal address", "0177.0.0.1"],
	["a number as an address", "2130706433"],
	["a hexadecimal address", "0x7f.1"],
	["an address of loopback within IPv6", "[::ffff:127.0.0.1]"],
];

const server = await startTestServer();
const { pool } = server.database;
const account = await createAccount(server);

const LAUNCHES: Readonly<Record<ScanKind, [OperationName, (target: string) => object]>> = {
	combined: ["startCombinedScan", (target) => ({ target, email: account.email })],
	zap: ["startZapScan", (url) => ({ url, email: account.email })],
	wapiti: ["startWapitiScan", (target) => ({ target })],
	nmap: ["startNmapScan", (host) => ({ host })],
	// Without a port it would be refused for that.
	sslyze: ["startSslyzeScan", (target) => ({ target: /:\d+$/.test(target) ? target : `${target}:443` })],
};

test.each(SCAN_KINDS)("no hostile target gets as far as %s", async (kind) => {
	const call = apiClient(server.url, asAccount(account));
	const [operation, bodyOf] = LAUNCHES[kind];
	for (const [what, target] of HOSTILE) {
		const answer = await call(operation, { body: bodyOf(target) });
		expect([400, 403, 422], what).toContain(answer.status);
		expect((await answer.json()).code, what).toMatch(/^(invalid|target)_/);
	}
	expect((await pool.query("SELECT 1 FROM scans")).rowCount).toBe(0);
	expect(server.engines[kind].runs).toHaveLength(0);
});

test("a user agent that would be more than one header is refused", async () => {
	const call = apiClient(server.url, asAccount(account));
	for (const user_agent of ["a\r\nHost: b", "a\u0000b", "a".repeat(5_000)])
		expect((await call("startWapitiScan", { body: { target: "example.com", user_agent } })).status).toBe(400);
});

test("another spelling of a listed address reaches every engine in its canonical form", async () => {
	const listed = await startTestServer({
		env: { SCAN_ALLOW: "127.0.0.1", SCANS_PER_TARGET: "9", SCANS_PER_ACCOUNT: "9" },
	});
	const own = await createAccount(listed);
	const call = apiClient(listed.url, asAccount(own));
	for (const kind of SCAN_KINDS) {
		const [operation, bodyOf] = LAUNCHES[kind];
		const body = { ...bodyOf("0177.0.0.1"), ...("email" in bodyOf("") && { email: own.email }) };
		expect((await call(operation, { body })).status, kind).toBe(202);
		const run = await until(async () => listed.engines[kind].runs[0], `${kind} runs`);
		expect(run.context.target, kind).toMatchObject({
			target: { host: "127.0.0.1", ipVersion: 4 },
			addresses: [{ address: "127.0.0.1", family: 4 }],
		});
	}
});
