import { describe, expect, test } from "vitest";
import { type ClientOverview, clientOverviews } from "#contract/workspaces/client-overview.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { about, bodyOf, createConsultancy } from "./consultancy.ts";

const server = await startTestServer();
const { pool } = server.database;

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const rowsOf = async (response: Response) =>
	new Map(clientOverviews.parse(await bodyOf(response)).clients.map((row) => [row.client.name, row]));

async function consultancyOfThree() {
	const finder = await createFinder(server);
	const ada = await createConsultancy(server, finder);
	const [acme, bank, empty] = [await ada.addClient("Acme"), await ada.addClient("Bank"), await ada.addClient("Empty")];
	for (const host of ["a.example.com", "b.example.com"]) await ada.giveHost(host, acme.id);
	await ada.giveHost("bank.example.com", bank.id);
	return { ada, finder, acme, bank, empty };
}
const of = (host: string, rule: string, severity: "high" | "medium" | "low") => findingOf({ host, rule, severity });

describe("the overview of clients", () => {
	test("says of each what is open, new, expiring, overdue, running and done, with the grade of its reports", async () => {
		const { ada, finder, acme } = await consultancyOfThree();
		const [bad, accepted, ended] = [
			of("a.example.com", "bad", "high"),
			of("a.example.com", "accepted", "low"),
			of("a.example.com", "ended", "medium"),
		];
		const certificate = (days: number) =>
			({
				what: "certificate",
				host: "a.example.com",
				port: 443,
				detail: "",
				endsAt: `${inDays(days)}T00:00:00.000Z`,
			}) as const;
		await finder.scan([bad, accepted, ended], { target: "a.example.com:443", facts: [certificate(20)] });
		await finder.scan([], { target: "b.example.com:443", facts: [certificate(31)] });
		const ownScan = await finder.scan([of("example.com", "own", "low")]);
		await finder.say(accepted, { state: "accepted", reason: "Known.", until: inDays(5) });
		await finder.say(ended, { state: "accepted", reason: "Known.", until: inDays(0) });
		await pool.query("UPDATE findings SET until = current_date - 1 WHERE account_id = $1 AND rule = 'ended'", [
			ada.workspaceId,
		]);
		await pool.query(
			`INSERT INTO schedules (id, account_id, name, request, recurrence, time_zone, overlap, digest, status, next_run_at,
			   missed_runs, created_at, host)
			 SELECT gen_random_uuid(), $1, 'Nightly', '{}', '{}', 'UTC', 'skip', false, 'active', now() + interval '1 day', missed, now(), host
			 FROM (VALUES (2, 'a.example.com'), (0, 'b.example.com'), (1, 'example.com')) AS one (missed, host)`,
			[ada.workspaceId],
		);
		const running = await finder.begin("bank.example.com:443");

		const rows = await rowsOf(await ada.call("clientsOverview"));
		expect([...rows.keys()]).toEqual(["Acme", "Analytical Engines", "Bank", "Empty"]);
		expect(rows.get("Acme")).toEqual({
			client: acme,
			hosts: 2,
			grade: { letter: "D", label: "Grade", reason: expect.stringContaining("One or two high findings") },
			open: { high: 1, medium: 1, low: 0, none: 0 },
			worstNew: {
				fingerprint: bad.fingerprint,
				title: bad.title,
				severity: "high",
				host: "a.example.com",
				at: expect.any(String),
				what: "new",
			},
			expiring: {
				count: 2,
				next: { what: "accepted-risk", host: "a.example.com", detail: accepted.title, on: inDays(5) },
			},
			overdue: { acceptedRisks: 1, schedules: 1 },
			running: 0,
			lastScan: { scanId: expect.any(String), kind: "sslyze", host: "b.example.com", at: expect.any(String) },
		} satisfies ClientOverview);
		expect(rows.get("Analytical Engines")).toMatchObject({
			hosts: 1,
			grade: { letter: "B" },
			open: { high: 0, medium: 0, low: 1, none: 0 },
			worstNew: { severity: "low" },
			overdue: { acceptedRisks: 0, schedules: 1 },
			lastScan: { scanId: ownScan },
		});
		expect(rows.get("Bank")).toMatchObject({
			hosts: 1,
			grade: { letter: null, reason: "None of 1 host could be scanned. That is too little for a grade." },
			running: 1,
			lastScan: null,
		});
		expect(rows.get("Empty")).toMatchObject({
			hosts: 0,
			grade: { letter: null, reason: "No host is in scope, so there is nothing to grade." },
			worstNew: null,
			expiring: { count: 0, next: null },
		});
		await running.end([]);
	});

	test("names the worst of what is new, and nothing that is older than a week or no longer open", async () => {
		const { ada, finder } = await consultancyOfThree();
		const [old, high, low] = [
			of("a.example.com", "old", "high"),
			of("a.example.com", "new", "high"),
			of("a.example.com", "small", "low"),
		];
		await finder.scan([old, high, low], { target: "a.example.com:443" });
		const worst = async () => (await rowsOf(await ada.call("clientsOverview"))).get("Acme")?.worstNew?.fingerprint;
		await pool.query(
			"UPDATE finding_changes SET at = now() - interval '8 days' WHERE account_id = $1 AND fingerprint = $2",
			[ada.workspaceId, old.fingerprint],
		);
		expect(await worst()).toBe(high.fingerprint);
		await finder.say(high, { state: "false-positive", reason: "Ours." });
		expect(await worst()).toBe(low.fingerprint);
		await finder.scan([old], { target: "a.example.com:443" });
		expect(await worst()).toBeUndefined();
	});

	test("what was found fixed is nothing new, even if the finding is open again; that it is back is", async () => {
		const { ada, finder } = await consultancyOfThree();
		const finding = of("a.example.com", "bad", "high");
		for (const found of [[finding], [], [finding]]) await finder.scan(found, { target: "a.example.com:443" });
		const move = (days: number, what: string) =>
			pool.query(
				`UPDATE finding_changes SET at = now() - $2 * interval '1 day' WHERE account_id = $1 AND (what = 'fixed') = ($3 = 'fixed')`,
				[ada.workspaceId, days, what],
			);
		const row = async () => (await rowsOf(await ada.call("clientsOverview"))).get("Acme");
		await move(8, "others");
		expect(await row()).toMatchObject({ open: { high: 1 }, worstNew: null });
		await move(1, "others");
		expect(await row()).toMatchObject({ worstNew: { what: "reopened", fingerprint: finding.fingerprint } });
	});

	test("shows a guest and a request about one client nothing of the others", async () => {
		const { ada, finder, acme, bank } = await consultancyOfThree();
		await finder.scan([of("a.example.com", "bad", "high")], { target: "a.example.com:443" });
		await finder.scan([of("bank.example.com", "bank", "high")], { target: "bank.example.com:443" });
		const all = await rowsOf(await ada.call("clientsOverview"));
		const guest = await ada.member("guest", bank.id);
		const only = (client: { name: string }) => new Map([[client.name, all.get(client.name)]]);
		expect(await rowsOf(await guest.call("clientsOverview"))).toEqual(only(bank));
		expect(await rowsOf(await ada.call("clientsOverview", about(acme.id)))).toEqual(only(acme));
		expect(await rowsOf(await ada.call("clientsOverview", about(ada.own)))).toEqual(
			only({ name: "Analytical Engines" }),
		);
		expect((await guest.call("clientsOverview", about(acme.id))).status).toBe(404);
	});

	test("is the same answer until something changes", async () => {
		const { ada, finder } = await consultancyOfThree();
		const first = await ada.call("clientsOverview");
		const again = { headers: { "If-None-Match": first.headers.get("etag") ?? "" } };
		expect((await ada.call("clientsOverview", again)).status).toBe(304);
		await finder.scan([of("a.example.com", "bad", "high")], { target: "a.example.com:443" });
		expect((await ada.call("clientsOverview", again)).status).toBe(200);
	});
});
