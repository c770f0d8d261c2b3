import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { TARGETS_LIMIT } from "#contract/scans/targets.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { createLookForRecord } from "#server/platform/outgoing/look-for-record.ts";
import { proofLimits } from "#server/scanning/scans/limits.ts";
import { type FilePlace, fetchFile } from "#server/scanning/targets/ownership/fetch-file.ts";
import { createFindFile } from "#server/scanning/targets/ownership/find-file.ts";
import { createLookForProof } from "#server/scanning/targets/ownership/look-for-proof.ts";
import { afterFile } from "../../../support/after-file.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

/** What the fake name servers answer, and what the one host on this machine serves below its root. */
const records = new Map<string, string[]>();
const files = new Map<string, { status?: number; body?: string; headers?: Record<string, string> }>();
/** Where names point: one answer per lookup, and the last one from then on. */
const answers = new Map<string, string[][]>();
/** The proofs that all other hosts serve, by `host address`, and which ones were requested. */
const served = new Map<string, string>();
let fetched: FilePlace[] = [];

const host = createServer((request, response) => {
	const file = files.get(request.url ?? "") ?? { status: 404 };
	response.writeHead(file.status ?? 200, file.headers ?? {});
	response.end(file.body ?? "");
});
await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
afterFile(async () => void host.close());
const { port } = host.address() as AddressInfo;

const ADDRESS = "93.184.215.16";
const VICTIM = "93.184.215.99";

const server = await startTestServer({
	// One name points to this machine, but only because the operator lists it.
	env: { SCAN_ALLOW: "file.test" },
	parts: {
		txtRecords: async (name) => {
			if (name.includes("silent")) throw new Error("timeout");
			return records.get(name) ?? [];
		},
		resolver: {
			async addresses(name) {
				const list = answers.get(name) ?? [[ADDRESS]];
				const [now = []] = list.length > 1 ? list.splice(0, 1) : list;
				if (now.length === 0) return { status: "unknown", reason: "timeout" };
				return {
					status: "found",
					addresses: now.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
				};
			},
		},
		fetchFile: async (place) => {
			fetched.push(place);
			return served.get(`${place.host} ${place.at.address}`);
		},
	},
});
const { pool } = server.database;
const account = await createAccount(server);
const other = await createAccount(server);
const api = apiClient(server.url, asAccount(account));
const asOther = apiClient(server.url, asAccount(other));

const claim = async (name: string, includesSubdomains?: boolean, as = api) => {
	const body = { host: name, ...(includesSubdomains !== undefined && { includesSubdomains }) };
	const response = await as("claimTarget", { body });
	expect(response.status).toBe(201);
	return response.json();
};
const verify = async (targetId: string) => (await api("verifyTarget", { params: { targetId } })).json();
/** Verifies a name with a record, and puts the file where the name points. */
const own = async (name: string, addresses: string[], { subdomains = false, file = true } = {}) => {
	const target = await claim(name, subdomains);
	if (target.txtName) records.set(target.txtName, [target.proof]);
	if (file) for (const address of addresses) served.set(`${name} ${address}`, target.proof);
	return verify(target.id);
};
const endOf = async ({ receipt }: { receipt: { scanId: string } }) =>
	until(async () => {
		const { scan } = await (await api("readScan", { params: { scanId: receipt.scanId } })).json();
		return scan.finishedAt ? scan : undefined;
	}, "the scan has ended");
const startNmap = async (target: string) => (await api("startNmapScan", { body: { host: target } })).json();

describe("an ownership", () => {
	test("says where the proof goes; asked twice, it is one", async () => {
		const first = await claim("https://Shop.Example.com:8443/cart");
		expect(first).toMatchObject({
			host: "shop.example.com",
			txtName: "_plumbline.shop.example.com",
			filePath: "/.well-known/plumbline.txt",
			status: "unproven",
		});
		expect(first.proof).toMatch(/^plumbline-verify=[0-9a-f]{32}$/);
		expect(await claim("shop.example.com")).toEqual(first);
		const { targets } = await (await api("listTargets")).json();
		expect(targets).toEqual([first]);
	});

	test("is the account's alone: another account's on the same host has its own proof", async () => {
		const mine = await claim("shared.example.com");
		const theirs = await claim("shared.example.com", false, asOther);
		expect(theirs.proof).not.toBe(mine.proof);
		records.set("_plumbline.shared.example.com", [theirs.proof]);
		expect(await verify(mine.id)).toMatchObject({
			status: "unproven",
			problem: expect.stringMatching(/something else/),
		});
		expect((await asOther("verifyTarget", { params: { targetId: mine.id } })).status).toBe(404);
		expect((await asOther("removeTarget", { params: { targetId: mine.id } })).status).toBe(404);
	});

	test.each([
		["nothing", {}],
		["a list", { host: ["a", "b"] }],
		["a range", { host: "10.0.0.0/8" }],
		["an option", { host: "--script=x" }],
		["a NUL", { host: "a\u0000.example.com" }],
	])("of %s is refused", async (_what, body) => {
		expect((await api("claimTarget", { body })).status).toBe(400);
	});

	test("above the limit is refused with a sentence", async () => {
		const many = await createAccount(server);
		await pool.query(
			`INSERT INTO target_claims (id, account_id, host, includes_subdomains, token)
			 SELECT gen_random_uuid(), $1, 'host-' || n || '.example.com', false, 'x' FROM generate_series(1, $2) AS n`,
			[many.accountId, TARGETS_LIMIT],
		);
		const full = await apiClient(server.url, asAccount(many))("claimTarget", {
			body: { host: "one-more.example.com" },
		});
		expect(full.status).toBe(409);
		expect((await full.json()).message).toContain(String(TARGETS_LIMIT));
	});
});

describe("a DNS record", () => {
	test.each([
		["with more text around it", (proof: string) => [`v=${proof}; all`]],
		["in another case", (proof: string) => [proof.toUpperCase()]],
		["of the token alone", (proof: string) => [proof.split("=")[1] ?? ""]],
	])("%s proves nothing", async (_what, values) => {
		const target = await claim("letter.example.com");
		records.set(target.txtName, values(target.proof));
		expect(await verify(target.id)).toMatchObject({ status: "unproven", provenBy: null });
	});

	test("that holds it among others proves it, for 90 days", async () => {
		const target = await claim("dns.example.com");
		records.set(target.txtName, ["v=spf1 -all", target.proof]);
		const proven = await verify(target.id);
		expect(proven).toMatchObject({ status: "proven", provenBy: "dns", fileSeenAt: null });
		expect(Date.parse(proven.expiresAt) - Date.parse(proven.provenAt)).toBe(90 * 86_400_000);
		await pool.query("UPDATE target_claims SET proven_at = now() - interval '91 days' WHERE id = $1", [target.id]);
		const { targets } = await (await api("listTargets")).json();
		expect(targets.find(({ id }: { id: string }) => id === target.id).status).toBe("expired");
	});

	test("that the name servers do not answer about is reported as such", async () => {
		const target = await claim("silent.example.com", true);
		expect((await verify(target.id)).problem).toContain("did not answer");
	});
});

describe("a file", () => {
	const path = "/.well-known/plumbline.txt";

	test("is not asked for where no scan may go", async () => {
		fetched = [];
		const target = await claim("127.0.0.1");
		expect(target).toMatchObject({ txtName: null, filePath: path });
		const refused = await verify(target.id);
		expect(refused).toMatchObject({ status: "unproven", problem: expect.stringMatching(/private or reserved/) });
		answers.set("inside.example.net", [["10.1.2.3"]]);
		const inside = await verify((await claim("inside.example.net")).id);
		expect(inside).toMatchObject({ status: "unproven", problem: expect.stringMatching(/could not find/) });
		expect(JSON.stringify(inside)).not.toContain("10.1.2.3");
		expect(fetched).toEqual([]);
	});

	test("that holds exactly the proof proves its host, and not names below it", async () => {
		const at = { address: "127.0.0.1", family: 4 } as const;
		const check: Guard["check"] = async (target) => ({
			ok: true,
			checked: { target, addresses: [at], ports: [port], listed: true },
		});
		const look = createLookForProof({
			guard: { check },
			lookForRecord: createLookForRecord(async () => []),
			findFile: createFindFile({ fetchFile, userAgent: () => "test" }),
		});
		const claim = { host: "file.test", includesSubdomains: false, token: "abc" };
		files.set(path, { body: "plumbline-verify=abc\r\n" });
		expect(await look(claim)).toEqual({ proof: "file", hasFile: true, problem: undefined });
		expect(await look({ ...claim, includesSubdomains: true })).toMatchObject({ proof: undefined, hasFile: true });
		files.set(path, { body: "<p>plumbline-verify=abc</p>" });
		expect(await look(claim)).toMatchObject({ proof: undefined, problem: expect.stringContaining(path) });
	});

	test("is looked for at the checked address only", async () => {
		const at = { address: "127.0.0.1", family: 4 } as const;
		const read = () => fetchFile({ scheme: "http", host: "file.test", port, at, userAgent: "test" });
		files.set(path, { body: "plumbline-verify=abc\n" });
		expect(await read()).toBe("plumbline-verify=abc\n");
		files.set(path, { status: 302, headers: { Location: `http://127.0.0.1:${port}/elsewhere` } });
		files.set("/elsewhere", { body: "plumbline-verify=abc" });
		expect(await read()).toBeUndefined();
		files.set(path, { body: "x".repeat(5_000) });
		expect(await read()).toBeUndefined();
		files.delete(path);
		expect(await read()).toBeUndefined();
	});
});

/** How far its clock is ahead of ours. */
let aheadMs = 0;
const limited = await startTestServer({
	env: { LIMIT_PER_TARGET: "1" },
	parts: {
		now: () => new Date(Date.now() + aheadMs),
		fetchFile: async (place) => {
			fetched.push(place);
			return served.get(`${place.host} ${place.at.address}`);
		},
	},
});
const limitedAccount = await createAccount(limited);
const call = apiClient(limited.url, asAccount(limitedAccount));

describe("a scan that probes", () => {
	const { nmap } = server.engines;
	const lastTarget = () => nmap.runs.at(-1)?.context.target;

	test("is refused with how to prove it, accepted once the file is at the address, and held to it when it runs", async () => {
		const refused = await startNmap("probe.example.com");
		expect(refused).toMatchObject({ code: "ownership_required", details: { host: "probe.example.com" } });
		expect(refused.message).toMatch(/TXT record .* https:\/\/probe\.example\.com\/\.well-known\/plumbline\.txt/);

		const target = await claim("probe.example.com");
		served.set(`probe.example.com ${ADDRESS}`, `${target.proof}\n`);
		expect(await verify(target.id)).toMatchObject({
			status: "proven",
			provenBy: "file",
			fileSeenAt: expect.any(String),
			problem: null,
		});
		expect(await endOf(await startNmap("probe.example.com"))).toMatchObject({ status: "completed" });

		// Sold between the request and the run: the next owner's file is not ours.
		answers.set("probe.example.com", [[ADDRESS], [VICTIM]]);
		const runs = nmap.runs.length;
		expect((await endOf(await startNmap("probe.example.com"))).failure).toMatchObject({
			code: "refused",
			message: expect.stringMatching(/verified as yours/),
		});
		expect(nmap.runs).toHaveLength(runs);
		expect(await startNmap("probe.example.com")).toMatchObject({ code: "ownership_required" });
		const { targets } = await (await api("listTargets")).json();
		expect(targets.find(({ host }: { host: string }) => host === "probe.example.com")).toMatchObject({
			status: "unproven",
			fileSeenAt: null,
		});
	});

	test("does not go where a name is pointed to by its owner: a record shows whose the name is, not whose the address", async () => {
		answers.set("x.attacker.example", [[VICTIM]]);
		expect(await own("x.attacker.example", [], { file: false })).toMatchObject({
			status: "proven",
			provenBy: "dns",
			fileSeenAt: null,
			problem: expect.stringContaining("/.well-known/plumbline.txt"),
		});
		fetched = [];
		const asked = [
			await startNmap("x.attacker.example"),
			await (await api("startWapitiScan", { body: { target: "http://x.attacker.example/" } })).json(),
			await (await api("startZapScan", { body: { url: "http://x.attacker.example", email: account.email } })).json(),
		];
		for (const refused of asked) {
			expect(refused).toMatchObject({ code: "ownership_required", details: { host: "x.attacker.example" } });
			expect(refused.message).toMatch(/x\.attacker\.example is verified, but .*\/\.well-known\/plumbline\.txt/);
			expect(refused.message).not.toContain(VICTIM);
		}
		// Only the scanned address is asked, under the name, on the ports that only its administrator can open.
		expect(new Set(fetched.map(({ host, at }) => `${host} ${at.address}`))).toEqual(
			new Set([`x.attacker.example ${VICTIM}`]),
		);
		expect(new Set(fetched.map(({ port }) => port))).toEqual(new Set([443, 80]));

		// Still allowed: scans that do not probe never needed a proof.
		expect((await api("startSslyzeScan", { body: { target: "x.attacker.example:443" } })).status).toBe(202);
	});

	test("goes to no other address than the one that had the file, whatever else the name leads to by then", async () => {
		const mine = "93.184.215.20";
		answers.set("rebind.example.net", [[mine]]);
		await own("rebind.example.net", [mine]);
		for (const later of [[VICTIM], [VICTIM, "93.184.215.98"]]) {
			answers.set("rebind.example.net", [[mine], later]);
			const runs = nmap.runs.length;
			expect((await endOf(await startNmap("rebind.example.net"))).failure).toMatchObject({
				code: "refused",
				message: expect.stringMatching(/is verified, but/),
			});
			expect(nmap.runs).toHaveLength(runs);
		}
		// Of several addresses, only the one with the file is scanned and passed on.
		for (const later of [
			[VICTIM, mine],
			[mine, VICTIM],
		]) {
			answers.set("rebind.example.net", [[mine], later, [VICTIM]]);
			expect(await endOf(await startNmap("rebind.example.net"))).toMatchObject({ status: "completed" });
			expect(lastTarget()?.addresses).toEqual([{ address: mine, family: 4 }]);
		}
	});

	test("on another port needs the file at a usual one", async () => {
		await own("ports.example.com", [ADDRESS]);
		fetched = [];
		const wapiti = await api("startWapitiScan", { body: { target: "https://ports.example.com:8443/" } });
		expect(await endOf(await wapiti.json())).toMatchObject({ status: "completed" });
		expect(new Set(fetched.map(({ port }) => port))).toEqual(new Set([443, 80]));
		expect(server.engines.wapiti.runs.at(-1)?.context.target.ports).toEqual([8443]);
	});

	test("of an address needs the file there, however the address is written", async () => {
		expect(await startNmap("93.184.215.40")).toMatchObject({ code: "ownership_required" });
		expect(await own("[::ffff:93.184.215.40]", [], { file: false })).toMatchObject({
			host: "93.184.215.40",
			status: "unproven",
		});
		const target = await claim("93.184.215.40");
		served.set("93.184.215.40 93.184.215.40", target.proof);
		expect(await verify(target.id)).toMatchObject({ status: "proven", provenBy: "file" });
		expect(await endOf(await startNmap("[::ffff:93.184.215.40]"))).toMatchObject({ status: "completed" });
		expect(lastTarget()?.addresses).toEqual([{ address: "93.184.215.40", family: 4 }]);
		expect(await startNmap("93.184.215.41")).toMatchObject({ code: "ownership_required" });
	});

	test("covers names below a host only if the ownership and a record say so, and each with the file at its own address", async () => {
		await own("exact.example.com", [ADDRESS]);
		expect(await startNmap("www.exact.example.com")).toMatchObject({ code: "ownership_required" });
		expect(await startNmap("notexact.example.com")).toMatchObject({ code: "ownership_required" });

		const exact = await claim("exact.example.com");
		records.delete(exact.txtName);
		const wide = await claim("exact.example.com", true);
		expect(wide).toMatchObject({ id: exact.id, status: "unproven" });
		// The file is on the host itself and does not cover its subdomains.
		expect(await verify(wide.id)).toMatchObject({ status: "unproven", fileSeenAt: expect.any(String) });
		records.set(wide.txtName, [wide.proof]);
		expect(await verify(wide.id)).toMatchObject({ status: "proven", provenBy: "dns" });

		expect(await startNmap("www.exact.example.com")).toMatchObject({
			code: "ownership_required",
			message: expect.stringMatching(/^www\.exact\.example\.com is verified, but/),
		});
		served.set(`www.exact.example.com ${ADDRESS}`, wide.proof);
		expect(await endOf(await startNmap("www.exact.example.com"))).toMatchObject({ status: "completed" });
		expect(await endOf(await startNmap("exact.example.com"))).toMatchObject({ status: "completed" });
		expect(await startNmap("badexact.example.com")).toMatchObject({ code: "ownership_required" });

		// The file stays and the record is removed: nothing proves the subdomains any longer.
		records.delete(wide.txtName);
		expect((await endOf(await startNmap("www.exact.example.com"))).failure).toMatchObject({ code: "refused" });
		expect(await startNmap("www.exact.example.com")).toMatchObject({ code: "ownership_required" });
		expect((await api("removeTarget", { params: { targetId: wide.id } })).status).toBe(204);
		expect(await startNmap("exact.example.com")).toMatchObject({ code: "ownership_required" });
	});

	test("proves nothing with the file of another account, or with one on a host that no account added", async () => {
		const theirs = await claim("both.example.com", false, asOther);
		records.set(theirs.txtName, [theirs.proof]);
		served.set(`both.example.com ${ADDRESS}`, theirs.proof);
		await asOther("verifyTarget", { params: { targetId: theirs.id } });
		const mine = await claim("both.example.com");
		records.set(mine.txtName, [theirs.proof, mine.proof]);
		expect(await verify(mine.id)).toMatchObject({ status: "proven", provenBy: "dns", fileSeenAt: null });
		expect(await startNmap("both.example.com")).toMatchObject({ code: "ownership_required" });
		fetched = [];
		expect(await startNmap("unclaimed.example.com")).toMatchObject({ code: "ownership_required" });
		expect(fetched).toEqual([]);
	});

	test("asks each address once, however many ownerships cover the name, and any of their proofs will do", async () => {
		const deep = "a.b.c.d.deep.example.net";
		const victims = [VICTIM, "93.184.215.98"];
		answers.set(deep, [victims]);
		const wide = ["deep.example.net", "d.deep.example.net", "c.d.deep.example.net", "b.c.d.deep.example.net"];
		for (const name of wide) await own(name, [], { subdomains: true, file: false });
		const perLook = victims.length * 3;
		fetched = [];
		expect(await startNmap(deep)).toMatchObject({ code: "ownership_required" });
		expect(asked(deep)).toHaveLength(perLook);

		const last = await claim("b.c.d.deep.example.net", true);
		served.set(`${deep} ${VICTIM}`, last.proof);
		fetched = [];
		expect(await endOf(await startNmap(deep))).toMatchObject({ status: "completed" });
		expect(asked(deep)).toHaveLength(2 * perLook);
		expect(lastTarget()?.addresses).toEqual([{ address: VICTIM, family: 4 }]);
	});

	test("is decided when it runs where the name servers are silent as it is asked for", async () => {
		await own("later.example.com", [ADDRESS]);
		answers.set("later.example.com", [[], [VICTIM]]);
		expect((await endOf(await startNmap("later.example.com"))).failure).toMatchObject({ code: "refused" });
		answers.set("later.example.com", [[], [ADDRESS]]);
		expect(await endOf(await startNmap("later.example.com"))).toMatchObject({ status: "completed" });
	});

	test("cannot be scheduled without the file either", async () => {
		answers.set("planned.example.com", [[VICTIM]]);
		await own("planned.example.com", [], { file: false });
		const schedule = await api("createSchedule", {
			body: {
				name: "Nightly",
				request: { kind: "nmap", body: { host: "planned.example.com" } },
				recurrence: { type: "cron", expression: "0 3 * * *" },
				timeZone: "UTC",
				overlap: "skip",
				digest: true,
			},
		});
		expect(await refusalOf(schedule)).toMatchObject({ status: 403, code: "ownership_required" });
	});
});

/** Scans from earlier tests may still be running. */
const asked = (name: string) => fetched.filter(({ host }) => host === name);

describe("limits on an account's own hosts", () => {
	const ownThere = async (name: string) => {
		const target = await claim(name, false, call);
		served.set(`${name} ${ADDRESS}`, target.proof);
		await call("verifyTarget", { params: { targetId: target.id } });
	};
	const probe = async (name: string) => refusalOf(await call("startNmapScan", { body: { host: name } }));

	test("count scans of a host by kind, apart from those that strangers may start", async () => {
		await ownThere("mine.example.com");
		expect((await limited.scan({ target: "mine.example.com", email: "a@example.org" })).status).toBe(202);
		expect(await probe("mine.example.com")).toMatchObject({ status: 202 });
		expect(await probe("mine.example.com")).toMatchObject({
			status: 429,
			code: "rate_limited",
			details: { scope: "entry" },
			message: expect.stringMatching(/at most once an hour/),
		});
		const wapiti = await call("startWapitiScan", { body: { target: "http://mine.example.com/" } });
		expect(wapiti.status).toBe(202);
	});

	test("count scans of an address, however many of the account's names lead there", async () => {
		await limited.database.pool.query("DELETE FROM rate_limits");
		const statuses = [];
		for (let i = 0; i < 11; i++) {
			await ownThere(`host-${i}.example.com`);
			statuses.push((await probe(`host-${i}.example.com`)).status);
		}
		expect(statuses).toEqual([...Array(10).fill(202), 429]);
	});

	test("count looks for the file, found or not, before anything is sent to the address", async () => {
		await limited.database.pool.query("DELETE FROM rate_limits");
		const target = await claim("fileless.example.com", false, call);
		await limited.database.pool.query("UPDATE target_claims SET proven_at = now(), proven_by = 'dns' WHERE id = $1", [
			target.id,
		]);
		fetched = [];
		for (let i = 0; i < 20; i++) expect(await probe("fileless.example.com")).toMatchObject({ status: 403 });
		expect(asked("fileless.example.com")).toHaveLength(60);
		expect(await probe("fileless.example.com")).toMatchObject({
			status: 429,
			code: "rate_limited",
			details: { scope: "entry", retryAfter: expect.any(Number) },
		});
		expect(asked("fileless.example.com")).toHaveLength(60);
	});

	test("count looks for the file when a scan runs", async () => {
		const { pool } = limited.database;
		await pool.query("DELETE FROM rate_limits");
		await ownThere("busy.example.com");
		const numbers = { perAddress: 1, perAccount: 1, perEmail: 1, perTarget: 1 };
		for (const limit of proofLimits("proof-address-run", limitedAccount.accountId, [ADDRESS], numbers)) {
			for (let i = 0; i < limit.points; i++) await takePoint(pool, limit);
		}
		fetched = [];
		const response = await call("startNmapScan", { body: { host: "busy.example.com" } });
		const { receipt } = await response.json();
		const failure = await until(async () => {
			const { rows } = await pool.query("SELECT failure_code FROM scans WHERE id = $1", [receipt.scanId]);
			return rows[0].failure_code ?? undefined;
		}, "the scan has failed");
		expect(failure).toBe("refused");
		// Requests made when it was accepted.
		expect(asked("busy.example.com")).toHaveLength(3);
	});
});

test("a schedule's scan looks for the file when it runs, not while other schedules wait", async () => {
	const { pool } = limited.database;
	await pool.query("DELETE FROM rate_limits");
	const target = await claim("nightly.example.com", false, call);
	served.set(`nightly.example.com ${ADDRESS}`, target.proof);
	await call("verifyTarget", { params: { targetId: target.id } });
	const created = await call("createSchedule", {
		body: {
			name: "Nightly",
			request: { kind: "nmap", body: { host: "nightly.example.com" } },
			recurrence: { type: "once", at: new Date(Date.now() + 120_000).toISOString().slice(0, 16) },
			timeZone: "UTC",
			overlap: "skip",
			digest: false,
		},
	});
	expect(created.status).toBe(201);
	fetched = [];
	aheadMs = 125_000;
	const status = await until(async () => {
		const { rows } = await pool.query(
			"SELECT status FROM scans WHERE id IN (SELECT scan_id FROM schedule_scans) AND status IN ('completed', 'failed')",
		);
		return rows[0]?.status;
	}, "the schedule's scan has ended");
	expect(status).toBe("completed");
	expect(asked("nightly.example.com")).toHaveLength(3);
	// Until the file is found, the address may be a stranger's, whose own scans must not be used up.
	const ofAddress = { what: "probe-address", whom: ADDRESS, points: 1, windowSeconds: 3_600 };
	expect(await takePoint(pool, ofAddress)).toEqual({ ok: true });
});
