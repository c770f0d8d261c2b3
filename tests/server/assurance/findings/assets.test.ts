import { describe, expect, test } from "vitest";
import { asset } from "#contract/findings/assets.ts";
import type { ScanFact } from "#contract/findings/findings.ts";
import { effectiveness } from "#contract/frameworks/effectiveness.ts";
import { clientOverviews } from "#contract/workspaces/client-overview.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { choose } from "../../../support/server/frameworks.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;

const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
const fact = (what: ScanFact["what"], days: number, detail = ""): ScanFact => ({
	what,
	host: "example.com",
	port: 443,
	detail,
	endsAt: inDays(days),
});
const WINDOW = { from: inDays(-20).slice(0, 10), to: inDays(0).slice(0, 10) };
const HIGH = findingOf({ rule: "bad", severity: "high" });
const LOW = findingOf({ rule: "poor", severity: "low" });

describe("assets", () => {
	test("are the hosts that were added or scanned, with their newest scans and open findings", async () => {
		const ada = await createFinder(server);
		expect(await ada.assets()).toEqual([]);
		await ada.call("claimTarget", { body: { host: "https://Claimed.example.com/path" } });
		await ada.scan([HIGH]);
		const newest = await ada.scan([HIGH, LOW], { target: "Example.com:8443" });
		const { scanId: running, end } = await ada.begin("www.example.com:443");
		await ada.say(LOW, { state: "false-positive", reason: "Ours." });

		const assets = await ada.assets();
		expect(assets.map(({ host }) => host)).toEqual(["claimed.example.com", "example.com", "www.example.com"]);
		expect(assets[0]).toMatchObject({
			claim: { status: "unproven", host: "claimed.example.com" },
			scans: [],
			client: "",
		});
		expect(assets[1]).toMatchObject({ claim: null, open: { high: 1, low: 0 }, certificateEndsAt: null });
		expect(assets[1]?.scans).toMatchObject([{ scanId: newest, kind: "sslyze", status: "completed" }]);
		expect(assets[2]?.scans).toMatchObject([{ scanId: running, status: "running" }]);
		await end([]);
	});

	test("count what a redirect led to on the host that was scanned, and list it under both", async () => {
		const ada = await createFinder(server);
		await ada.scan([findingOf({ host: "www.example.com", severity: "high" })]);
		expect(await ada.assets()).toMatchObject([{ host: "example.com", open: { high: 1 } }]);
		for (const host of ["example.com", "www.example.com"]) expect((await ada.list({ host })).total).toBe(1);
	});

	test("have a label, which their findings have too, and are listed by it", async () => {
		const ada = await createFinder(server);
		await ada.scan([HIGH]);
		await ada.scan([], { target: "a.example.com:443" });
		const response = await ada.call("labelAsset", {
			params: { host: "EXAMPLE.com" },
			body: { client: " Bank of Ìbàdàn " },
		});
		expect(asset.parse(await response.json())).toMatchObject({ host: "example.com", client: "Bank of Ìbàdàn" });
		expect((await ada.assets()).map(({ host }) => host)).toEqual(["example.com", "a.example.com"]);
		expect((await ada.list({ client: "Bank of Ìbàdàn" })).findings).toMatchObject([{ client: "Bank of Ìbàdàn" }]);
		expect((await ada.list({ client: "Bank" })).total).toBe(0);
	});

	test("have the end of the certificate and of the software last seen there", async () => {
		const ada = await createFinder(server);
		const facts = [fact("certificate", 20), fact("end-of-life", -100, "PHP 7.4"), fact("end-of-life", 400, "PHP 9")];
		await ada.scan([], { facts });
		const [known] = await ada.assets();
		expect(known).toMatchObject({
			certificateEndsAt: inDays(20),
			endOfLife: [{ product: "PHP 7.4", on: inDays(-100).slice(0, 10) }],
		});
		expect((await ada.overview()).expiring.map(({ what, detail, on }) => [what, detail, on])).toEqual([
			["end-of-life", "PHP 7.4", inDays(-100).slice(0, 10)],
			["certificate", "", inDays(20).slice(0, 10)],
		]);

		await ada.scan([], { facts: [fact("certificate", 90)], coverage: "partial" });
		expect((await ada.assets())[0]).toMatchObject({
			certificateEndsAt: inDays(90),
			endOfLife: [{ product: "PHP 7.4" }],
		});
		await ada.scan([], { facts: [fact("certificate", 91)] });
		expect((await ada.assets())[0]).toMatchObject({ certificateEndsAt: inDays(91), endOfLife: [] });
		expect((await ada.overview()).expiring).toEqual([]);
	});

	test("have the certificate of each port that was seen last, whichever scan saw it", async () => {
		const ada = await createFinder(server);
		const mail = { ...fact("certificate", 50), port: 993 };
		await ada.scan([], { facts: [fact("certificate", 5), mail], target: "example.com:993" });
		expect((await ada.assets())[0]?.certificateEndsAt).toBe(inDays(5));
		await ada.scan([], { facts: [fact("certificate", 300)] });
		expect((await ada.assets())[0]?.certificateEndsAt).toBe(inDays(50));
		expect((await ada.overview()).expiring.map(({ on }) => on)).toEqual([inDays(50).slice(0, 10)]);
	});

	test("are listed when a proof or an accepted risk is about to run out", async () => {
		const ada = await createFinder(server);
		await ada.scan([HIGH]);
		await ada.call("claimTarget", { body: { host: "example.com" } });
		const proof =
			"UPDATE target_claims SET proven_by = 'dns', proven_at = now() - interval '80 days' WHERE account_id = $1";
		await pool.query(proof, [ada.accountId]);
		await ada.say(HIGH, { state: "accepted", reason: "Until the move.", until: inDays(5).slice(0, 10) });
		expect((await ada.overview()).expiring).toEqual([
			{ what: "accepted-risk", host: "example.com", detail: HIGH.title, on: inDays(5).slice(0, 10) },
			{ what: "ownership", host: "example.com", detail: "", on: inDays(10).slice(0, 10) },
		]);
	});

	test("are forgotten with their ownership and findings, but not their scans and client, until they are scanned again", async () => {
		const ada = await createFinder(server);
		const first = await ada.scan([HIGH], { facts: [fact("certificate", 20)] });
		await ada.call("claimTarget", { body: { host: "example.com" } });
		await ada.call("labelAsset", { params: { host: "example.com" }, body: { client: "Bank" } });
		const removed = await ada.call("removeAsset", { params: { host: "example.com" } });
		expect(removed.status).toBe(204);
		expect(await ada.assets()).toEqual([]);
		expect((await ada.list()).total).toBe(0);
		expect((await ada.overview()).expiring).toEqual([]);
		expect((await (await ada.call("listTargets")).json()).targets).toEqual([]);
		expect((await ada.call("readScan", { params: { scanId: first } })).status).toBe(200);
		for (const name of ["removeAsset", "labelAsset"] as const) {
			const again = await ada.call(name, {
				params: { host: "example.com" },
				...(name === "labelAsset" && { body: { client: "x" } }),
			});
			expect(await refusalOf(again)).toMatchObject({ status: 404, code: "not_found" });
		}
		await ada.scan([HIGH]);
		expect(await ada.assets()).toMatchObject([{ host: "example.com", client: "Bank", claim: null, open: { high: 1 } }]);
	});

	test("stay while they have findings, though their scans are deleted, and are counted wherever hosts are", async () => {
		const ada = await createFinder(server);
		await choose({ ...ada, workspaceId: ada.accountId }, "iso-27001");
		await ada.scan([], { target: "other.example.com:443" });
		const scanId = await ada.scan([HIGH]);
		const counted = async () => {
			const [overview, operated] = await Promise.all([
				ada.call("clientsOverview"),
				ada.call("readEffectiveness", { params: { frameworkId: "iso-27001" }, query: WINDOW }),
			]);
			const { clients } = clientOverviews.parse(await overview.json());
			const { controls } = effectiveness.parse(await operated.json());
			const tests = controls.flatMap(({ tests }) => tests.flatMap(({ hosts }) => hosts?.all ?? []));
			return {
				listed: (await ada.assets()).map(({ host }) => host),
				clients: clients[0]?.hosts,
				tests: new Set(tests),
			};
		};
		const both = { listed: ["example.com", "other.example.com"], clients: 2, tests: new Set([2]) };
		expect(await counted()).toEqual(both);
		expect((await ada.call("deleteScan", { params: { scanId } })).status).toBe(204);
		expect(await counted()).toEqual(both);
	});

	test("may have the longest names", async () => {
		const ada = await createFinder(server);
		const host = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.example.com`;
		await ada.call("claimTarget", { body: { host } });
		const labelled = await ada.call("labelAsset", { params: { host }, body: { client: "Long" } });
		expect(labelled.status, await labelled.clone().text()).toBe(200);
		const tooLong = await ada.call("labelAsset", { params: { host }, body: { client: "x".repeat(101) } });
		expect(await refusalOf(tooLong)).toMatchObject({ status: 400, message: "At most 100 characters, please." });
	});
});
