import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createOperation } from "#server/app/operator/store/operation.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import { lookUpOptOuts } from "#server/scanning/targets/store/opt-outs.ts";
import { site } from "#src/config/site.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer();
const { pool } = server.database;
const account = await createAccount(server);
const api = apiClient(server.url, asAccount(account));

/** `npm run operate -- …`: what it printed, and how it ended. */
async function operate(...args: string[]): Promise<{ code: number; output: string }> {
	const env = { ...process.env, DATABASE_URL: server.database.url };
	try {
		const { stdout } = await promisify(execFile)(process.execPath, ["scripts/operate.ts", ...args], { env });
		return { code: 0, output: stdout };
	} catch (error) {
		const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
		return { code, output: stdout + stderr };
	}
}
const startSslyze = (host: string) => api("startSslyzeScan", { body: { target: `${host}:443` } });
const stateOf = async (id: string) => (await pool.query("SELECT state FROM scans WHERE id = $1", [id])).rows[0]?.state;
const operation = createOperation(pool);
const tomorrow = () => new Date(Date.now() + 86_400_000);
const trail = async () =>
	(await pool.query("SELECT what, who, kind, target, detail FROM audit_trail ORDER BY id")).rows as Record<
		"what" | "who" | "kind" | "target" | "detail",
		string
	>[];

describe("the stop switch", () => {
	test("ends what runs and waits, refuses what comes, and lets go again", async () => {
		const { sslyze } = server.engines;
		sslyze.hold = true;
		const { receipt } = await (await startSslyze("long.example.com")).json();
		await until(async () => (await stateOf(receipt.scanId)) === "running", "the scan runs");

		expect(await operate("stop", "A target complained.")).toMatchObject({ code: 0, output: /being ended/ });
		await until(async () => (await stateOf(receipt.scanId)) === "cancelled", "it was ended");
		const refused = await refusalOf(await startSslyze("next.example.com"));
		expect(refused).toMatchObject({ status: 503, code: "unavailable", message: /A target complained\./ });
		expect((await server.scan({ target: "example.com", email: "v@example.org" })).status).toBe(503);

		sslyze.hold = false;
		expect(await operate("start")).toMatchObject({ code: 0, output: /accepted again/ });
		expect(await operate("start")).toMatchObject({ code: 0, output: /were not stopped/ });
		expect((await startSslyze("next.example.com")).status).toBe(202);
	});

	test("holds for a scan that was accepted in the same moment", async () => {
		const { sslyze } = server.engines;
		// As if it had been accepted just before, and its job came just after.
		await pool.query("INSERT INTO scan_stop (reason) VALUES ('Now.')");
		const { rows } = await pool.query(
			`INSERT INTO scans (id, owner, kind, target, request, status) VALUES
			 (gen_random_uuid(), $1, 'sslyze', 'a.example.com:443', '{"target":"a.example.com:443"}', 'pending') RETURNING id`,
			[account.accountId],
		);
		await pool.query("UPDATE scans SET queued_at = now() - interval '1 hour' WHERE id = $1", [rows[0].id]);
		await until(async () => (await stateOf(rows[0].id)) === "failed", "it was refused");
		expect(sslyze.runs.some(({ context }) => context.target.target.host === "a.example.com")).toBe(false);
		await pool.query("DELETE FROM scan_stop");
	});
});

test("the stop switch counts until something is sent: also for a scan whose name is being looked up", async () => {
	const lookedUp = Promise.withResolvers<void>();
	let lookUps = 0;
	const resolver: Resolver = {
		async addresses() {
			// The first one was for accepting it.
			if (++lookUps > 1) await lookedUp.promise;
			return { status: "found", addresses: [{ address: "93.184.215.17", family: 4 }] };
		},
	};
	const slow = await startTestServer({ parts: { resolver } });
	const { receipt } = await (await slow.scan({ target: "late.example.com", email: "v@example.org" })).json();
	await until(async () => lookUps === 2, "its worker looks the name up");
	const theirs = slow.database.pool;
	await theirs.query("INSERT INTO scan_stop (reason) VALUES ('A target complained.')");
	lookedUp.resolve();
	const ended = await until(async () => {
		const { rows } = await theirs.query("SELECT status, failure_message FROM scans WHERE id = $1", [receipt.scanId]);
		return rows[0].status !== "pending" && rows[0].status !== "running" && rows[0];
	}, "it has ended");
	expect(ended).toMatchObject({ status: "failed", failure_message: expect.stringContaining("A target complained.") });
	expect(slow.engine.runs).toEqual([]);
	await slow.close();
});

describe("opt-outs", () => {
	test("are added, listed, enforced, and removed", async () => {
		expect(await operate("opt-out", "https://Shy.Example.com/x", "30")).toMatchObject({ code: 0 });
		expect((await operate("opt-outs")).output).toContain("shy.example.com");
		expect(await refusalOf(await startSslyze("shy.example.com"))).toMatchObject({ code: "target_opted_out" });
		expect(await operate("opt-in", "shy.example.com")).toMatchObject({ code: 0, output: /may be scanned again/ });
		expect((await startSslyze("shy.example.com")).status).toBe(202);
	});

	test("of a name cover the addresses it has or had lately, for every name that leads there", async () => {
		await operation.optOut("victim.example.net", tomorrow());
		const addresses = new Map([["victim.example.net", ["93.184.215.14", "64:ff9b::808:808", "10.1.2.3"]]]);
		const resolver: Resolver = {
			async addresses(name) {
				const found = addresses.get(name);
				if (!found) return { status: "missing" };
				return { status: "found", addresses: found.map((address) => ({ address, family: 4 })) };
			},
		};
		await lookUpOptOuts(pool, resolver);
		const refused = { code: "target_opted_out" };
		// In this test, example.com resolves to 93.184.215.14.
		for (const host of ["example.com", "93.184.215.14", "[::ffff:93.184.215.14]"]) {
			expect(await refusalOf(await startSslyze(host)), host).toMatchObject(refused);
		}
		expect(await refusalOf(await server.scan({ target: "example.com", email: "v@example.org" }))).toMatchObject(
			refused,
		);
		// For a tunnel, the address inside counts; an address that is not public is not covered.
		expect(await operation.optOuts()).toMatchObject([
			{ host: "victim.example.net", addresses: ["8.8.8.8", "93.184.215.14"] },
		]);

		// It moves: the old address stays covered for a week.
		addresses.set("victim.example.net", ["93.184.215.15"]);
		await lookUpOptOuts(pool, resolver);
		expect(await refusalOf(await startSslyze("example.org"))).toMatchObject(refused);
		expect(await refusalOf(await startSslyze("example.com"))).toMatchObject(refused);
		await pool.query("UPDATE target_opt_out_addresses SET seen_at = now() - interval '8 days'");
		await lookUpOptOuts(pool, resolver);
		expect((await startSslyze("example.com")).status).toBe(202);
		expect(await refusalOf(await startSslyze("example.org"))).toMatchObject(refused);

		// Failing name servers change nothing, and an expired opt-out covers nothing.
		addresses.clear();
		await lookUpOptOuts(pool, resolver);
		expect(await refusalOf(await startSslyze("example.org"))).toMatchObject(refused);
		await operation.removeOptOut("victim.example.net");
		expect((await startSslyze("example.org")).status).toBe(202);
	});

	test("are looked up by a worker", async () => {
		await operation.optOut("example.org", tomorrow());
		const worker = await startTestServer({ database: server.database });
		await until(async () => (await operation.optOuts())[0]?.addresses[0] === "93.184.215.15", "it was looked up");
		await worker.close();
		await operation.removeOptOut("example.org");
	});

	test("of an address cover every name that leads there, in whichever form it was given", async () => {
		expect(await operate("opt-out", "[::ffff:5db8:d70f]")).toMatchObject({
			code: 0,
			output: /^93\.184\.215\.15 is not/,
		});
		expect(await refusalOf(await startSslyze("example.org"))).toMatchObject({ code: "target_opted_out" });
		await operation.removeOptOut("93.184.215.15");
	});

	test.each([[[]], [["opt-out"]], [["opt-out", "10.0.0.0/8"]], [["opt-out", "a.example.com", "soon"]], [["stop"]]])(
		"%j is answered with what was meant",
		async (args) => {
			expect(await operate(...args)).toMatchObject({ code: 1, output: /operate|target|one/i });
		},
	);
});

describe("the audit trail", () => {
	test("says who had what scanned and how it ended; it keeps no visitor's target", async () => {
		await startSslyze("audited.example.com");
		await server.scan({ target: "visitor.example.com", email: "v@example.org" });
		const about = async (target: string) => (await trail()).filter((entry) => entry.target === target);
		await until(async () => (await about("audited.example.com:443")).length === 3, "it ended");
		expect(await about("audited.example.com:443")).toMatchObject([
			{ what: "scan accepted", who: account.accountId, kind: "sslyze", detail: /one's own/ },
			{ what: "scan running", who: account.accountId },
			{ what: "scan completed", who: account.accountId },
		]);
		expect(JSON.stringify(await trail())).not.toContain("visitor.example.com");
		expect(await trail()).toContainEqual(expect.objectContaining({ who: "operator", what: "scans stopped" }));
		expect((await operate("audit", "500")).output).toMatch(
			/scan accepted\t.*\tsslyze\taudited\.example\.com:443\t(127|::)/,
		);
		// The terms of that version contain what its requester stated.
		expect((await operate("audit", "500")).output).toContain(`(terms of ${site.termsVersion})`);
		const { rows } = await pool.query("SELECT DISTINCT what FROM audit_trail WHERE statement IS NOT NULL");
		expect(rows).toEqual([{ what: "scan accepted" }]);
	});

	test.each([["UPDATE audit_trail SET who = 'nobody'"], ["DELETE FROM audit_trail"], ["TRUNCATE audit_trail CASCADE"]])(
		"cannot be changed: %s",
		async (sql) => {
			const before = await trail();
			await expect(server.database.owner.query(sql)).rejects.toThrow("cannot be changed");
			expect(await trail()).toEqual(before);
		},
	);

	test("outlives scans and accounts; the addresses go after a week", async () => {
		await server.database.owner.query("UPDATE audit_addresses SET at = now() - interval '8 days'");
		await deleteOldData(pool, 30);
		expect((await pool.query("SELECT 1 FROM audit_addresses")).rowCount).toBe(0);
		const before = (await trail()).length;
		await pool.query("DELETE FROM scans");
		expect(await trail()).toHaveLength(before);
	});
});

test("the pages' worker is switched off and on, and the trail says so", async () => {
	const script = async () => (await fetch(`${server.url}/sw.js`)).text();
	expect(await operate("service-worker")).toMatchObject({ code: 1, output: /npm run operate/ });
	expect(await operate("service-worker", "off")).toMatchObject({
		code: 0,
		output: "The service worker is switched off.\n",
	});
	expect(await script()).toContain("registration.unregister()");
	expect(await operate("service-worker", "off")).toMatchObject({ output: /already switched off/ });
	expect(await operate("service-worker", "on")).toMatchObject({ output: /is switched on/ });
	expect(await script()).not.toContain("unregister");
	expect((await trail()).map(({ what }) => what)).toEqual(
		expect.arrayContaining(["service worker off", "service worker on"]),
	);
});
