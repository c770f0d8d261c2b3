import { describe, expect, test } from "vitest";
import type { OperationName } from "#contract/operations.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { entry, startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer({ env: { SCAN_ALLOW: "listed.example.com, listed.example.com:8443" } });
const { pool } = server.database;
const ada = await createAccount(server);
const newcomer = await createAccount(server, { confirmed: false });
const call = apiClient(server.url, asAccount(ada));
const asNewcomer = apiClient(server.url, asAccount(newcomer));

const ZAP = { url: "https://listed.example.com", email: ada.email };
const WAPITI = { target: "https://listed.example.com", scope: "folder", modules: "sql, xss" };
const NMAP = { host: "listed.example.com" };
const SSLYZE = { target: "example.com:443" };

const countScans = async () => (await pool.query("SELECT 1 FROM scans")).rowCount;
const rowOf = async (response: Response) => {
	expect(response.status, await response.clone().text()).toBe(202);
	const { scanId } = (await response.json()).receipt;
	return (await pool.query("SELECT * FROM scans WHERE id = $1", [scanId])).rows[0];
};

describe("a scan asked for with a session", () => {
	test.each([
		["startZapScan", "zap", ZAP, ada.email],
		["startWapitiScan", "wapiti", WAPITI, null],
		["startNmapScan", "nmap", NMAP, null],
		["startSslyzeScan", "sslyze", SSLYZE, null],
		["startCombinedScan", "combined", { target: "example.com", email: ada.email }, ada.email],
	] as const)(
		"%s is the account's, runs the %s engine with the fields as they were given",
		async (name, kind, body, email) => {
			const row = await rowOf(await call(name, { body }));
			expect(row).toMatchObject({ owner: ada.accountId, kind, request: body, email });
			const run = await until(async () => server.engines[kind].runs.at(-1), "the engine runs");
			expect(run.context.body).toEqual(body);
			await until(async () => {
				const { rows } = await pool.query("SELECT status FROM scans WHERE id = $1", [row.id]);
				return rows[0].status === "completed";
			}, "it completes");
		},
	);

	test("emails nothing if its form asks for no address, and the report if it does", async () => {
		const { rows } = await pool.query("SELECT data ->> 'scanId' AS id FROM pgboss.job WHERE name = 'mail'");
		const mailed = rows.map(({ id }) => id);
		const scans = await pool.query("SELECT id, kind FROM scans WHERE owner = $1", [ada.accountId]);
		for (const { id, kind } of scans.rows) expect(mailed.includes(id)).toBe(["zap", "combined"].includes(kind));
	});

	test("may name any port if someone is accountable for it, and only then", async () => {
		const target = "mail.example.com:993";
		const row = await rowOf(await call("startSslyzeScan", { body: { target } }));
		await until(async () => {
			const { rows } = await pool.query("SELECT status FROM scans WHERE id = $1", [row.id]);
			return rows[0].status === "completed";
		}, "it completes");
		expect((await call("startCombinedScan", { body: { target, email: ada.email } })).status).toBe(403);
	});

	test("is anonymous when its sender says so", async () => {
		const row = await rowOf(
			await call("startCombinedScan", {
				body: { target: "example.com", email: "eve@example.org" },
				headers: { "Plumbline-Account": "anonymous" },
			}),
		);
		expect(row.owner).toBe("anonymous");
	});

	test("without Plumbline-Account belongs to the session's account", async () => {
		const bare = apiClient(server.url, { Cookie: ada.cookie });
		const row = await rowOf(await bare("startSslyzeScan", { body: SSLYZE }));
		expect(row.owner).toBe(ada.accountId);
	});

	test("has keys separate from everyone else's", async () => {
		const other = await createAccount(server);
		const headers = { "Idempotency-Key": "shared" };
		const one = await rowOf(await call("startSslyzeScan", { body: SSLYZE, headers }));
		const two = await rowOf(
			await apiClient(server.url, asAccount(other))("startSslyzeScan", { body: SSLYZE, headers }),
		);
		expect(two.id).not.toBe(one.id);
	});

	test("sent twice at once is one scan, and of another kind under the same key is a mismatch", async () => {
		const before = (await countScans()) ?? 0;
		const body = { target: "listed.example.com:443" };
		const headers = { "Idempotency-Key": "double" };
		const rows = await Promise.all(
			Array.from({ length: 6 }, async () => rowOf(await call("startSslyzeScan", { body, headers }))),
		);
		expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
		expect(await countScans()).toBe(before + 1);
		const mismatch = await refusalOf(await call("startWapitiScan", { body, headers }));
		expect(mismatch).toMatchObject({ status: 422, code: "idempotency_mismatch" });
	});
});

describe("what is refused", () => {
	const refused = async (name: OperationName, body: unknown, as = call) => {
		const before = await countScans();
		const answer = await refusalOf(await as(name, { body, headers: { "Idempotency-Key": "refused" } }));
		expect(await countScans()).toBe(before);
		return answer;
	};

	test("SSLyze's target must be host:port, and the sentence says so", async () => {
		for (const target of ["example.com", "https://example.com:443", "example.com:443/path"]) {
			expect(await refused("startSslyzeScan", { target })).toMatchObject({
				status: 400,
				code: "invalid_target",
				message: "Please give the target as host:port, such as example.com:443.",
			});
		}
	});

	test("Zap's address must be the account's own", async () => {
		const answer = await refused("startZapScan", { ...ZAP, email: "eve@example.org" });
		expect(answer).toMatchObject({ status: 400, code: "invalid_body" });
	});

	test("Zap's address must be confirmed", async () => {
		const answer = await refused("startZapScan", { ...ZAP, email: newcomer.email }, asNewcomer);
		expect(answer).toMatchObject({ status: 403, code: "email_unconfirmed" });
	});

	test("an account that has not confirmed its address gets engine scans of listed targets only, and the free scan", async () => {
		expect(await refused("startSslyzeScan", SSLYZE, asNewcomer)).toMatchObject({
			status: 403,
			code: "email_unconfirmed",
		});
		await rowOf(await asNewcomer("startSslyzeScan", { body: { target: "listed.example.com:443" } }));
		await rowOf(await asNewcomer("startCombinedScan", { body: { target: "example.com", email: newcomer.email } }));
	});

	test.each([
		["startWapitiScan", { target: "https://example.com" }],
		["startNmapScan", { host: "example.com" }],
		["startZapScan", { url: "https://example.com", email: ada.email }],
	] as const)("%s against a host that is not shown to be the account's says how to show it", async (name, body) => {
		const answer = await refused(name, body);
		expect(answer).toMatchObject({ status: 403, code: "ownership_required", details: { host: "example.com" } });
		expect(answer.message).toMatch(/DNS TXT record .*\/\.well-known\//);
	});

	test("a private target is refused to accounts too", async () => {
		expect(await refused("startNmapScan", { host: "10.0.0.1" })).toMatchObject({ status: 403, code: "target_refused" });
	});

	test.each([
		["a number for a text", { host: 5 }],
		["a list", { host: ["example.com"] }],
		["a field too many", { ...NMAP, ports: "1-65535" }],
		["nothing", undefined],
		["a blank", { host: "   " }],
		["two thousand characters too many", { host: "x".repeat(4_000) }],
		["a NUL", { host: "listed.example.com\u0000" }],
		["invisible characters", { host: "listed\u202e.example.com" }],
		["an option for the tool", { host: "--script=evil" }],
		["several at once", { host: "a.example.com, b.example.com" }],
		["a range", { host: "10.0.0.0/8" }],
	])("%s is 400 with a message", async (_what, body) => {
		const answer = await refused("startNmapScan", body);
		expect(answer.status).toBe(400);
		expect(answer.message).not.toContain("Invalid input");
	});

	test("a name in another script is read as the name it is", async () => {
		const answer = await refused("startNmapScan", { host: "bücher.example.com" });
		expect(answer).toMatchObject({ code: "ownership_required", details: { host: "xn--bcher-kva.example.com" } });
	});

	test("a session that ends in the middle is 401, and the same key works after signing in again", async () => {
		const account = await createAccount(server);
		const headers = { "Idempotency-Key": "after-sign-in" };
		await pool.query("DELETE FROM sessions WHERE account_id = $1", [account.accountId]);
		const as = apiClient(server.url, { Cookie: account.cookie });
		expect(await refusalOf(await as("startSslyzeScan", { body: SSLYZE, headers }))).toMatchObject({
			status: 401,
			code: "sign_in_required",
		});
		expect((await pool.query("SELECT 1 FROM scans WHERE owner = $1", [account.accountId])).rowCount).toBe(0);
	});

	test("an engine that is not there is 501, before the target is looked at", async () => {
		const { nmap } = server.engines;
		const isNmapThere = async () => {
			const { engines } = await (await call("listEngines")).json();
			return engines.find(({ kind }: { kind: string }) => kind === "nmap").state.status === "available";
		};
		nmap.availability = { available: false, reason: "nmap is not installed here." };
		await until(async () => !(await isNmapThere()), "it is noticed");
		const answer = await refused("startNmapScan", { host: "10.0.0.1" });
		expect(answer).toMatchObject({
			status: 501,
			code: "engine_unavailable",
			message: expect.stringContaining("is not available here"),
			details: { kind: "nmap" },
		});
		nmap.availability = { available: true, version: "1.0" };
		await until(isNmapThere, "it is noticed again");
	});
});

describe("limits of accounts", () => {
	test("count per account and not per network, for everything it sends", async () => {
		const limited = await startTestServer({ env: { LIMIT_PER_ACCOUNT: "2", LIMIT_PER_ADDRESS: "1" } });
		const [one, two] = [await createAccount(limited), await createAccount(limited)];
		const start = (account: typeof one) =>
			apiClient(limited.url, asAccount(account))("startSslyzeScan", { body: SSLYZE });
		expect([(await start(one)).status, (await start(one)).status]).toEqual([202, 202]);
		const third = await refusalOf(await start(one));
		expect(third).toMatchObject({ status: 429, code: "rate_limited", details: { scope: "client" } });
		expect(third.message).toContain("with this account");
		expect((await start(two)).status).toBe(202);
	});

	test("count per target like everyone's, but not for listed ones", async () => {
		const limited = await startTestServer({ env: { LIMIT_PER_TARGET: "1", SCAN_ALLOW: "listed.example.com" } });
		const account = await createAccount(limited);
		const start = (target: string) =>
			apiClient(limited.url, asAccount(account))("startSslyzeScan", { body: { target } });
		expect((await start("example.com:443")).status).toBe(202);
		expect((await start("example.com:443")).status).toBe(429);
		expect([(await start("listed.example.com:443")).status, (await start("listed.example.com:443")).status]).toEqual([
			202, 202,
		]);
	});

	test("an account's own confirmed address has no limit, others have the free scan's", async () => {
		const limited = await startTestServer({ env: { LIMIT_PER_EMAIL: "1" } });
		const account = await createAccount(limited);
		const start = (target: string, email: string) =>
			apiClient(limited.url, asAccount(account))("startCombinedScan", { body: { target, email } });
		expect((await start("one.example.com", account.email)).status).toBe(202);
		expect((await start("two.example.com", account.email)).status).toBe(202);
		expect((await start("one.example.com", "eve@example.org")).status).toBe(202);
		expect((await start("two.example.com", "eve@example.org")).status).toBe(429);
	});

	test("a mailbox that wants no email is refused as an address, but not to its own account", async () => {
		const { createHash } = await import("node:crypto");
		for (const email of ["stop@example.org", ada.email]) {
			await pool.query("INSERT INTO mail_suppressions (mailbox_hash) VALUES ($1)", [
				createHash("sha256").update(email).digest(),
			]);
		}
		const start = (email: string) => call("startCombinedScan", { body: { target: "example.com", email } });
		expect(await refusalOf(await start("stop@example.org"))).toMatchObject({ code: "address_opted_out" });
		expect((await start(ada.email)).status).toBe(202);
	});
});

test("entries of an outbox batch run as the account, each by its own check", async () => {
	const body = {
		entries: [
			{ key: "b1", kind: "sslyze-scan", account: ada.accountId, body: SSLYZE },
			{ key: "b2", kind: "nmap-scan", account: ada.accountId, body: { host: "example.com" } },
			{
				key: "b3",
				kind: "combined-scan",
				account: "anonymous",
				body: { target: "example.com", email: "a@example.org" },
			},
			{ key: "b4", kind: "wapiti-scan", account: newcomer.accountId, body: WAPITI },
		],
	};
	const { answers } = await (await call("sendOutbox", { body })).json();
	expect(answers.map(({ status }: { status: number }) => status)).toEqual([202, 403, 202, 401]);
	const alone = await call("startSslyzeScan", { body: SSLYZE, headers: entry("b1", ada.accountId) });
	expect(await alone.json()).toEqual(answers[0].body);
});
