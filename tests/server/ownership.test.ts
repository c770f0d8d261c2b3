import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { TARGETS_LIMIT } from "#contract/targets.ts";
import type { Guard } from "#server/targets/guard.ts";
import { fetchFile } from "#server/targets/ownership/fetch-file.ts";
import { createLookForProof } from "#server/targets/ownership/look-for-proof.ts";
import { createAccount } from "../support/accounts.ts";
import { afterFile } from "../support/after-file.ts";
import { apiClient, asAccount } from "../support/api-client.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

/** What the world's name servers say, and what the one host on this machine serves below its root. */
const records = new Map<string, string[]>();
const files = new Map<string, { status?: number; body?: string; headers?: Record<string, string> }>();

const host = createServer((request, response) => {
	const file = files.get(request.url ?? "") ?? { status: 404 };
	response.writeHead(file.status ?? 200, file.headers ?? {});
	response.end(file.body ?? "");
});
await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
afterFile(async () => void host.close());
const { port } = host.address() as AddressInfo;

const server = await startTestServer({
	// One name leads to this machine, and only because the operator lists it.
	env: { SCAN_ALLOW: "file.test" },
	parts: {
		txtRecords: async (name) => {
			if (name.includes("silent")) throw new Error("timeout");
			return records.get(name) ?? [];
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
const startNmap = async (target: string) => (await api("startNmapScan", { body: { host: target } })).json();

describe("a claim", () => {
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

	test("is the account's alone: another one's on the same host has a proof of its own", async () => {
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
		expect(proven).toMatchObject({ status: "proven", provenBy: "dns", problem: null });
		expect(Date.parse(proven.expiresAt) - Date.parse(proven.provenAt)).toBe(90 * 86_400_000);
		await pool.query("UPDATE target_claims SET proven_at = now() - interval '91 days' WHERE id = $1", [target.id]);
		const { targets } = await (await api("listTargets")).json();
		expect(targets.find(({ id }: { id: string }) => id === target.id).status).toBe("expired");
	});

	test("that the name servers keep silent about is said so", async () => {
		const target = await claim("silent.example.com", true);
		expect((await verify(target.id)).problem).toContain("did not say");
	});
});

describe("a file", () => {
	const path = "/.well-known/plumbline.txt";

	test("proves its host to the letter, and follows no redirect", async () => {
		// The guard sends a bare name to the usual ports; the listed host has one of its own.
		const target = await claim("127.0.0.1");
		expect(target).toMatchObject({ txtName: null, filePath: path });
		const refused = await verify(target.id);
		expect(refused).toMatchObject({ status: "unproven", problem: expect.stringMatching(/private or reserved/) });
	});

	test("that holds exactly the proof proves its host, and not names below it", async () => {
		const at = { address: "127.0.0.1", family: 4 } as const;
		const check: Guard["check"] = async (target) => ({
			ok: true,
			checked: { target, addresses: [at], ports: [port], listed: true },
		});
		const look = createLookForProof({ guard: { check }, txtRecords: async () => [], userAgent: "test" });
		const claim = { host: "file.test", includesSubdomains: false, token: "abc" };
		files.set(path, { body: "plumbline-verify=abc\r\n" });
		expect(await look(claim)).toEqual({ found: "file" });
		expect(await look({ ...claim, includesSubdomains: true })).toMatchObject({ found: undefined });
		files.set(path, { body: "<p>plumbline-verify=abc</p>" });
		expect(await look(claim)).toMatchObject({ found: undefined, problem: expect.stringContaining(path) });
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

describe("a scan that probes", () => {
	test("is refused with how to prove it, accepted once it is proven, and held to it when it runs", async () => {
		expect(await startNmap("probe.example.com")).toMatchObject({
			code: "ownership_required",
			message: expect.stringMatching(/TXT record/),
			details: { host: "probe.example.com" },
		});
		const target = await claim("probe.example.com");
		records.set(target.txtName, [target.proof]);
		await verify(target.id);
		const { receipt } = await startNmap("probe.example.com");
		const ended = async () => (await (await api("readScan", { params: { scanId: receipt.scanId } })).json()).scan;
		await until(async () => (await ended()).status === "completed", "the scan has run");

		// Sold: the record is gone between asking and running.
		records.delete(target.txtName);
		const again = await startNmap("probe.example.com");
		const failed = async () =>
			(await (await api("readScan", { params: { scanId: again.receipt.scanId } })).json()).scan.failure;
		await until(async () => (await failed()) !== null, "the scan was held to it");
		expect(await failed()).toMatchObject({ code: "refused", message: expect.stringMatching(/shown to be yours/) });
		expect(await startNmap("probe.example.com")).toMatchObject({ code: "ownership_required" });
	});

	test("a proof covers exactly its host, and names below it only where the claim and a DNS record say so", async () => {
		const exact = await claim("exact.example.com");
		records.set(exact.txtName, [exact.proof]);
		await verify(exact.id);
		expect(await startNmap("www.exact.example.com")).toMatchObject({ code: "ownership_required" });
		expect(await startNmap("notexact.example.com")).toMatchObject({ code: "ownership_required" });

		const wide = await claim("exact.example.com", true);
		expect(wide).toMatchObject({ id: exact.id, status: "unproven", filePath: null });
		await verify(wide.id);
		expect(await startNmap("www.exact.example.com")).toHaveProperty("receipt");
		expect(await startNmap("badexact.example.com")).toMatchObject({ code: "ownership_required" });

		expect((await api("removeTarget", { params: { targetId: wide.id } })).status).toBe(204);
		expect(await startNmap("exact.example.com")).toMatchObject({ code: "ownership_required" });
	});
});
