import { describe, expect, test } from "vitest";
import { scanEntry } from "#contract/kinds/kinds.ts";
import type { OutboxAnswers } from "#contract/requests/outbox.ts";
import { API_PATHS } from "#contract/routes.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { runLimits } from "#server/scanning/scans/limits.ts";
import { postJson } from "../../../support/server/accounts.ts";
import { entry, startTestServer, type TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const refusal = async (response: Response) => {
	const { code, message, details } = await response.json();
	return { status: response.status, code, message, details, retryAfter: Number(response.headers.get("Retry-After")) };
};
const count = async ({ database }: TestServer) => (await database.pool.query("SELECT 1 FROM scans")).rowCount;

const mailboxLimited = await startTestServer({ env: { LIMIT_PER_EMAIL: "2" } });

describe("the limit per mailbox", () => {
	test("answers 429 for this entry alone, with the wait in the header and in the body, and keeps nothing", async () => {
		await mailboxLimited.scan({ target: "one.example.com", email: "ada@example.org" });
		await mailboxLimited.scan({ target: "two.example.com", email: "ada@example.org" });
		const third = await refusal(
			await mailboxLimited.scan({ target: "three.example.com", email: "ada@example.org" }, entry("third")),
		);
		expect(third).toMatchObject({ status: 429, code: "rate_limited", details: { scope: "entry" } });
		expect(third.retryAfter).toBeGreaterThan(86_000);
		expect(third.details.retryAfter).toBe(third.retryAfter);
		expect(third.message).toContain("at most 2 scan reports a day");
		expect(await count(mailboxLimited)).toBe(2);

		await mailboxLimited.database.pool.query("DELETE FROM rate_limits");
		expect(
			(await mailboxLimited.scan({ target: "three.example.com", email: "ada@example.org" }, entry("third"))).status,
		).toBe(202);
	});

	test("knows a mailbox by its name without tags and case, and counts others apart", async () => {
		await mailboxLimited.database.pool.query("DELETE FROM rate_limits");
		await mailboxLimited.scan({ target: "one.example.com", email: "bob@example.org" });
		await mailboxLimited.scan({ target: "two.example.com", email: "Bob+x@example.org" });
		expect((await mailboxLimited.scan({ target: "three.example.com", email: "bob+y@Example.org" })).status).toBe(429);
		expect((await mailboxLimited.scan({ target: "three.example.com", email: "eve@example.org" })).status).toBe(202);
	});

	test("does not count refused requests nor repeats", async () => {
		const email = "carol@example.org";
		await mailboxLimited.scan({ target: "one.example.com", email }, entry("repeat"));
		await mailboxLimited.scan({ target: "one.example.com", email }, entry("repeat"));
		await mailboxLimited.scan({ target: "10.0.0.1", email });
		expect((await mailboxLimited.scan({ target: "two.example.com", email })).status).toBe(202);
		expect((await mailboxLimited.scan({ target: "three.example.com", email })).status).toBe(429);
		expect((await mailboxLimited.scan({ target: "one.example.com", email }, entry("repeat"))).status).toBe(202);
	});
});

const targetLimited = await startTestServer({ env: { LIMIT_PER_TARGET: "1", SCAN_ALLOW: "listed.example.com" } });

describe("the limit per target", () => {
	test("counts scans of one host, no matter who asks or how it is written", async () => {
		await targetLimited.scan({ target: "https://example.com/a", email: "a@example.org" });
		const second = await refusal(await targetLimited.scan({ target: "EXAMPLE.com", email: "b@example.org" }));
		expect(second).toMatchObject({ status: 429, details: { scope: "entry" } });
		expect(second.message).toContain("example.com");
		expect((await targetLimited.scan({ target: "example.org", email: "b@example.org" })).status).toBe(202);
	});

	test("refuses both of two requests that come at once under one key", async () => {
		const body = { target: "example.com", email: "b@example.org" };
		const twice = Array.from({ length: 2 }, () => ({
			key: "twice",
			kind: scanEntry("combined"),
			account: "anonymous",
			body,
		}));
		await targetLimited.scan(body);
		const response = await postJson(targetLimited.url, API_PATHS.outbox, { entries: twice });
		const { answers }: OutboxAnswers = await response.json();
		expect(answers.map(({ status }) => status)).toEqual([429, 429]);
	});

	test("counts an address again when the scan runs: its name may lead there only then", async () => {
		const { pool } = targetLimited.database;
		const [limit] = runLimits(
			{ host: "moved.example.com", addresses: ["93.184.215.16"], probe: undefined },
			{ perAddress: 1, perAccount: 1, perEmail: 1, perTarget: 1 },
		);
		if (!limit) throw new Error("Nothing is counted");
		for (let i = 0; i < limit.points; i++) await takePoint(pool, limit);
		const response = await targetLimited.scan({ target: "moved.example.com", email: "c@example.org" });
		expect(response.status).toBe(202);
		const { scanId } = (await response.json()).receipt;
		const failure = await until(
			async () =>
				(
					await pool.query("SELECT failure_code, failure_message FROM scans WHERE id = $1 AND status = 'failed'", [
						scanId,
					])
				).rows[0],
			"the scan was stopped",
		);
		expect(failure).toMatchObject({ failure_code: "refused", failure_message: expect.stringMatching(/often enough/) });
		expect(targetLimited.engine.runs.some(({ context }) => context.target.target.host === "moved.example.com")).toBe(
			false,
		);
	});

	test("does not count scans of a target that the operator lists", async () => {
		const answers = [];
		for (let i = 0; i < 3; i++)
			answers.push(await targetLimited.scan({ target: "listed.example.com", email: "a@example.org" }));
		expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
	});
});

const clientLimited = await startTestServer({ env: { LIMIT_PER_ADDRESS: "2", SCAN_ALLOW: "*.example.com" } });

describe("the limit per client", () => {
	test("answers 429 for the whole client, listed targets included", async () => {
		await clientLimited.scan({ target: "one.example.com", email: "a@example.org" });
		await clientLimited.scan({ target: "two.example.com", email: "b@example.org" });
		const third = await refusal(await clientLimited.scan({ target: "three.example.com", email: "c@example.org" }));
		expect(third).toMatchObject({ status: 429, details: { scope: "client" } });
		expect(third.retryAfter).toBeGreaterThan(3_500);
	});

	test("does not believe X-Forwarded-For without TRUST_PROXY", async () => {
		const headers = { "X-Forwarded-For": "203.0.113.9" };
		expect((await clientLimited.scan({ target: "one.example.com", email: "a@example.org" }, headers)).status).toBe(429);
	});

	test("also bounds requests that fail, each of which costs a name lookup", async () => {
		await clientLimited.database.pool.query("DELETE FROM rate_limits");
		const statuses = [];
		for (let i = 0; i < 9; i++)
			statuses.push((await clientLimited.scan({ target: "nope.example.net", email: "a@example.org" })).status);
		expect(statuses).toEqual([...Array(8).fill(422), 429]);
	});

	test("counts clients behind a trusted proxy apart, and a whole IPv6 network as one", async () => {
		const proxied = await startTestServer({ env: { LIMIT_PER_ADDRESS: "1", TRUST_PROXY: "on" } });
		const from = (address: string) =>
			proxied.scan({ target: "one.example.com", email: "a@example.org" }, { "X-Forwarded-For": address });
		expect((await from("203.0.113.1")).status).toBe(202);
		expect((await from("203.0.113.1")).status).toBe(429);
		expect((await from("203.0.113.2")).status).toBe(202);
		expect((await from("2001:db8:0:1::1")).status).toBe(202);
		expect((await from("2001:db8:0:1:ffff::2")).status).toBe(429);
		expect((await from("2001:db8:0:2::1")).status).toBe(202);
	});

	test("gives the owner of an IPv6 /48 sixteen times as much, not sixty-five thousand times", async () => {
		const proxied = await startTestServer({ env: { LIMIT_PER_ADDRESS: "1", TRUST_PROXY: "on" } });
		const from = async (network: number) => {
			const headers = { "X-Forwarded-For": `2001:db8:5:${network.toString(16)}::1` };
			return (await proxied.scan({ target: "one.example.com", email: "a@example.org" }, headers)).status;
		};
		const accepted = [];
		for (let n = 0; n < 40; n++) if ((await from(n * 0x100)) === 202) accepted.push(n);
		expect(accepted).toHaveLength(16);
		const { rows } = await proxied.database.pool.query("SELECT count(*) FROM scans");
		expect(rows).toEqual([{ count: 16 }]);
	});

	test("does not take what a client writes into X-Forwarded-For for another client", async () => {
		const proxied = await startTestServer({ env: { LIMIT_PER_ADDRESS: "1", TRUST_PROXY: "on" } });
		const from = async (header: string) => {
			const headers = { "X-Forwarded-For": header };
			return (await proxied.scan({ target: "one.example.com", email: "a@example.org" }, headers)).status;
		};
		expect(await from("203.0.113.1")).toBe(202);
		for (const header of ["198.51.100.9, 203.0.113.1", "x, 203.0.113.1", "203.0.113.1:99", "::ffff:203.0.113.1"]) {
			expect(await from(header), header).toBe(429);
		}
		expect(await from("198.51.100.1, 10.0.0.55")).toBe(202);
		expect(await from("198.51.100.2, 10.0.0.55")).toBe(429);
		expect(await from("nonsense")).toBe(202);
		expect(await from("other nonsense")).toBe(429);
	});
});

const guarded = await startTestServer();

describe("a target that may not be scanned", () => {
	const ask = async (target: string) => refusal(await guarded.scan({ target, email: "ada@example.org" }));

	test("is refused with a sentence when it is private", async () => {
		expect(await ask("127.0.0.1")).toMatchObject({
			status: 403,
			code: "target_refused",
			message: expect.stringContaining("private"),
		});
	});

	test("is refused behind a public name just as a name without an address is", async () => {
		const inside = await ask("inside.example.com");
		expect(inside).toMatchObject({ status: 422, code: "target_unresolvable" });
		const missing = await ask("nope.example.net");
		expect({ ...missing, message: "" }).toEqual({ ...inside, message: "" });
		expect(missing.message.replace("nope.example.net", "inside.example.com")).toBe(inside.message);
	});

	test("is refused when it has no address, or its text is no target", async () => {
		expect(await ask("nope.example.net")).toMatchObject({ status: 422, code: "target_unresolvable" });
		expect(await ask("mailto:a@b.example")).toMatchObject({ status: 400, code: "invalid_target" });
	});

	test("is refused while its operator's opt-out lasts", async () => {
		const { pool } = guarded.database;
		await pool.query("INSERT INTO target_opt_outs (host, until) VALUES ('example.com', now() + interval '1 day')");
		expect(await ask("example.com")).toMatchObject({ status: 403, code: "target_opted_out" });
		await pool.query("UPDATE target_opt_outs SET until = now() - interval '1 s'");
		expect(await ask("example.com")).toMatchObject({ status: 202 });
	});

	test("is accepted when the name servers give no answer, and its scan fails with that reason", async () => {
		const response = await guarded.scan({ target: "slow.example.com", email: "ada@example.org" });
		expect(response.status).toBe(202);
		const { scanId } = (await response.json()).receipt;
		const row = await until(
			async () =>
				(await guarded.database.pool.query("SELECT * FROM scans WHERE id = $1 AND status = 'failed'", [scanId]))
					.rows[0],
			"the scan fails",
		);
		expect(row).toMatchObject({
			failure_code: "unresolvable",
			failure_message: expect.stringContaining("slow.example.com"),
		});
	});
});
