import { describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { deleteOldData } from "#server/app/upkeep/retention.ts";
import { inTransaction } from "#server/platform/db/pool.ts";
import { mailboxHash } from "#server/platform/texts/mailbox.ts";
import { createFakeEngine, nextRun } from "../../../support/engines/fake-engine.ts";
import { findingOf, ranWith } from "../../../support/engines/found.ts";
import { SUBJECTS, startAccountServer } from "../../../support/server/account-server.ts";
import {
	codeIn,
	cookiesOf,
	createAccount,
	mailAbout,
	newAccountAddress,
	PASSWORD,
	postJson,
	registrationOf,
	type TestAccount,
} from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { entry } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const FINDING = findingOf();
const engine = createFakeEngine(ranWith([FINDING]));
const { server, mailbox, pool, post, confirm, codeOf, forgot, reset } = await startAccountServer({ engine });
const anybody = apiClient(server.url);
const as = (account: TestAccount) => apiClient(server.url, asAccount(account));

/** A visitor's finished free scan, and the token of the link in its email. */
async function freeScan(email: string, target = "example.com", headers: Record<string, string> = {}) {
	const response = await server.scan({ target, email }, headers);
	expect(response.status).toBe(202);
	const { scanId } = (await response.json()).receipt;
	const mail = await until(async () => {
		const { rows } = await pool.query("SELECT mail_outcome FROM scans WHERE id = $1", [scanId]);
		return rows[0]?.mail_outcome === "sent" && (await mailAbout(mailbox, email, "Scan report for"));
	}, "the report is mailed");
	return { scanId: scanId as string, token: /\/r\/([\w-]{43})/.exec(mail)?.[1] ?? "" };
}

async function registered(email: string) {
	const { registration } = await (await postJson(server.url, API_PATHS.register, registrationOf(email))).json();
	const cookie = cookiesOf(await postJson(server.url, API_PATHS.token, { email, password: PASSWORD }));
	const me = await (await fetch(server.url + API_BASE + API_PATHS.me, { headers: { Cookie: cookie } })).json();
	return {
		registration: registration as string,
		account: { accountId: me.accountId, email, password: PASSWORD, cookie },
	};
}

const scansOf = async (account: TestAccount) => (await (await as(account)("listScans")).json()).scans;
const idsOf = async (account: TestAccount) => (await scansOf(account)).map(({ id }: { id: string }) => id).toSorted();
const ownerOf = async (scanId: string) =>
	(await pool.query("SELECT owner FROM scans WHERE id = $1", [scanId])).rows[0]?.owner;

describe("free scans move to the account that confirms their address", () => {
	test("with the confirmation, with their findings, and marked as requested from the public form", async () => {
		const email = newAccountAddress();
		const { scanId } = await freeScan(email);
		const { account } = await registered(email);
		expect(await scansOf(account)).toEqual([]);
		expect((await confirm(email, await codeOf(email, SUBJECTS.confirm), account.cookie)).status).toBe(204);

		expect(await scansOf(account)).toMatchObject([{ id: scanId, status: "completed", fromPublicForm: true }]);
		expect((await as(account)("readScan", { params: { scanId } })).status).toBe(200);
		expect(await (await as(account)("listFindings")).json()).toMatchObject({
			total: 1,
			findings: [{ fingerprint: FINDING.fingerprint }],
		});
		expect((await (await as(account)("listAssets")).json()).assets).toMatchObject([{ host: "example.com" }]);
		const { rows } = await pool.query("SELECT what, who FROM audit_trail WHERE scan_id = $1 ORDER BY id", [scanId]);
		expect(rows[0]).toEqual({ what: "scan accepted", who: "anonymous" });
		expect(rows.at(-1)).toEqual({ what: "scan moved to account", who: account.accountId });
	});

	test("a scan that the account requests itself is not marked", async () => {
		const account = await createAccount(server);
		await as(account)("startCombinedScan", { body: { target: "example.com", email: account.email } });
		expect((await scansOf(account))[0]).not.toHaveProperty("fromPublicForm");
	});

	test("in any spelling of the same address, and of no other one of the same mailbox", async () => {
		const email = newAccountAddress();
		const tagged = email.replace("@", "+scans@");
		const { scanId } = await freeScan(email.replace("account", "Account"));
		const other = await freeScan(tagged);
		const { account } = await registered(email);
		await confirm(email, await codeOf(email, SUBJECTS.confirm), account.cookie);
		expect(await idsOf(account)).toEqual([scanId]);
		expect(await ownerOf(other.scanId)).toBe("anonymous");
	});

	test("never before the confirmation, and never to another account", async () => {
		const email = newAccountAddress();
		const { scanId } = await freeScan(email);
		const { account: unconfirmed } = await registered(email);
		const stranger = await createAccount({ url: server.url, mailbox });
		expect(await scansOf(unconfirmed)).toEqual([]);
		expect(await scansOf(stranger)).toEqual([]);
		expect(await ownerOf(scanId)).toBe("anonymous");
		expect((await as(stranger)("readScan", { params: { scanId } })).status).toBe(404);
	});

	test("also with a new address of an account; those of the old one stay its own", async () => {
		const [before, after] = [newAccountAddress(), newAccountAddress()];
		const first = await freeScan(before);
		const second = await freeScan(after);
		const account = await createAccount({ url: server.url, mailbox }, { email: before });
		await post(API_PATHS.changeEmail, { current: PASSWORD, email: after }, account.cookie);
		expect(await idsOf(account)).toEqual([first.scanId]);
		expect((await confirm(after, await codeOf(after, SUBJECTS.change), account.cookie)).status).toBe(204);
		expect(await idsOf(account)).toEqual([first.scanId, second.scanId].toSorted());
	});

	test("also with a new password, which confirms it; what a stranger wanted watched is forgotten", async () => {
		const email = newAccountAddress();
		const { scanId } = await freeScan(email);
		const { token } = await freeScan(newAccountAddress(), "http://stranger.example.com");
		// Registering does not prove that a person reads the mailbox.
		const { registration, account } = await registered(email);
		const body = { registration, report: token, timeZone: "UTC" };
		expect((await anybody("watchOnceConfirmed", { body })).status).toBe(204);
		await forgot(email);
		const code = await codeOf(email, SUBJECTS.reset);
		expect((await reset(email, code)).status).toBe(204);

		expect(await ownerOf(scanId)).toBe(account.accountId);
		const { rows } = await pool.query("SELECT pending_watch FROM accounts WHERE id = $1", [account.accountId]);
		expect(rows).toEqual([{ pending_watch: null }]);
		expect((await pool.query("SELECT 1 FROM schedules WHERE account_id = $1", [account.accountId])).rowCount).toBe(0);

		// A mailbox that had three emails within a minute waits for the next report.
		await pool.query("UPDATE sent_mails SET sent_at = sent_at - interval '1 minute'");
		const later = await freeScan(email);
		await forgot(email);
		const next = await until(async () => {
			const newest = await codeOf(email, SUBJECTS.reset);
			return newest !== code && newest;
		}, "another code comes");
		expect((await reset(email, next, "yet another new one")).status).toBe(204);
		expect(await ownerOf(later.scanId)).toBe("anonymous");
	});

	test("but not one that is requested later: anyone could put scans into an account", async () => {
		const account = await createAccount({ url: server.url, mailbox });
		const { scanId } = await freeScan(account.email);
		expect(await scansOf(account)).toEqual([]);
		expect(await ownerOf(scanId)).toBe("anonymous");
	});

	test("an old one changes nothing about how many findings were open on earlier days", async () => {
		const account = await createAccount(server);
		const { scanId, token } = await freeScan(account.email);
		const at = (days: number) => new Date(Date.now() - days * 86_400_000);
		const ended = at(10).toISOString();
		await pool.query(
			"UPDATE scan_reports SET report = report || jsonb_build_object('startedAt', $2::text, 'finishedAt', $2) WHERE scan_id = $1",
			[scanId, ended],
		);
		const dayOf = (days: number) => at(days).toISOString().slice(0, 10);
		await pool.query(
			`INSERT INTO finding_days (account_id, day, high, medium, low, none)
			 VALUES ($1, $2, 5, 0, 0, 0), ($1, $3, 0, 0, 0, 0)`,
			[account.accountId, dayOf(10), dayOf(3)],
		);
		await as(account)("watchHost", { body: { report: token } });
		const { trend, open } = await (await as(account)("findingsOverview")).json();
		const openOn = (days: number) => trend.find(({ day }: { day: string }) => day === dayOf(days)).open;
		expect(openOn(10)).toEqual({ high: 5, medium: 0, low: 0, none: 0 });
		expect(openOn(0)).toEqual(open);
		expect(openOn(1)).toEqual(open);
	});

	test("a person with the link can take the report away from others, and never the scan from its account", async () => {
		const email = newAccountAddress();
		const { scanId, token } = await freeScan(email);
		const account = await createAccount({ url: server.url, mailbox }, { email });
		const deleted = () =>
			fetch(`${server.url}/r/${token}/delete`, { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } });
		const page = await deleted();
		expect(page.status).toBe(200);
		expect(await page.text()).toContain("The scan belongs to an account");
		expect((await fetch(`${server.url}/r/${token}`)).status).toBe(404);
		expect((await deleted()).status).toBe(404);
		expect(await idsOf(account)).toEqual([scanId]);
		expect((await as(account)("readScan", { params: { scanId } })).status).toBe(200);
	});

	test("from a mailbox that wants no more scan emails; it still gets none", async () => {
		const email = newAccountAddress();
		const { scanId } = await freeScan(email);
		await pool.query("INSERT INTO mail_suppressions (mailbox_hash) VALUES ($1)", [mailboxHash(email)]);
		const account = await createAccount({ url: server.url, mailbox }, { email });
		expect(await idsOf(account)).toEqual([scanId]);
		expect((await refusalOf(await server.scan({ target: "example.com", email }))).code).toBe("address_opted_out");
	});

	test("a repeat under the same key gets the same receipt, and scans nothing again", async () => {
		const email = newAccountAddress();
		const body = { target: "example.com", email };
		const key = entry("00000000-0000-7000-8000-0000000000aa");
		const { scanId } = await freeScan(email, "example.com", key);
		const account = await createAccount({ url: server.url, mailbox }, { email });
		const repeated = await (await server.scan(body, key)).json();
		expect(repeated.receipt.scanId).toBe(scanId);
		expect(await idsOf(account)).toEqual([scanId]);
		// A stranger may know the key: nothing about the account's scan changes.
		await server.scan({ ...body, client: "Eve", note: "was here" }, key);
		expect(await scansOf(account)).toMatchObject([{ id: scanId, client: "" }]);
		await as(account)("deleteScan", { params: { scanId } });
		expect((await (await server.scan(body, key)).json()).receipt.scanId).toBe(scanId);
		expect(await scansOf(account)).toEqual([]);
	});

	test("they live as long as the account: past the retention of free scans, until it is deleted", async () => {
		const email = newAccountAddress();
		const { scanId } = await freeScan(email);
		const account = await createAccount({ url: server.url, mailbox }, { email });
		await pool.query("UPDATE scans SET accepted_at = now() - interval '400 days' WHERE id = $1", [scanId]);
		await deleteOldData(pool, 30);
		expect(await idsOf(account)).toEqual([scanId]);

		const file = await (await as(account)("exportMyData")).json();
		expect(file.scans).toMatchObject([{ id: scanId, movedFromPublicFormAt: expect.any(String) }]);
		// Where it was requested from concerns only the person who requested it.
		const accepted = file.record.filter(({ what }: { what: string }) => what === "scan accepted");
		expect(accepted).toEqual([]);

		expect((await as(account)("deleteAccount", { body: { current: PASSWORD } })).status).toBe(204);
		expect(await ownerOf(scanId)).toBeUndefined();
		expect((await pool.query("SELECT 1 FROM scans WHERE email = $1", [email])).rowCount).toBe(0);
	});

	test("they use up none of the account's scans", async () => {
		const small = await startAccountServer({ env: { LIMIT_PER_ACCOUNT: "1" } });
		const email = newAccountAddress();
		await small.server.scan({ target: "example.com", email });
		await small.server.scan({ target: "http://example.com/shop", email });
		const account = await createAccount({ url: small.server.url, mailbox: small.mailbox }, { email });
		const call = apiClient(small.server.url, asAccount(account));
		expect((await (await call("listScans")).json()).total).toBe(2);
		const body = { target: "example.com", email };
		expect((await call("startCombinedScan", { body })).status).toBe(202);
		expect((await call("startCombinedScan", { body })).status).toBe(429);
	});
});

describe("at the same moment", () => {
	test("two confirmations with one code: one of them counts, and every scan moves once", async () => {
		const email = newAccountAddress();
		const scans = [await freeScan(email), await freeScan(email, "http://example.com/shop")];
		const { account } = await registered(email);
		const code = await codeOf(email, SUBJECTS.confirm);
		const answers = await Promise.all([confirm(email, code, account.cookie), confirm(email, code, account.cookie)]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
		expect(await idsOf(account)).toEqual(scans.map(({ scanId }) => scanId).toSorted());
		const { rows } = await pool.query("SELECT count(*)::int FROM finding_sightings WHERE account_id = $1", [
			account.accountId,
		]);
		expect(rows[0].count).toBe(2);
	});

	test("two accounts that change to one address: only one gets it, and its scans with it", async () => {
		const email = newAccountAddress();
		const { scanId } = await freeScan(email);
		const accounts = [await createAccount(server), await createAccount(server)] as const;
		const codes: string[] = [];
		for (const { cookie } of accounts) {
			const known = mailbox.received.length;
			await post(API_PATHS.changeEmail, { current: PASSWORD, email }, cookie);
			codes.push(
				await until(async () => {
					const mail = mailbox.received.slice(known).some(({ to }) => to.includes(email));
					return mail && codeIn(await mailAbout(mailbox, email, SUBJECTS.change));
				}, "the code comes"),
			);
		}
		const answers = await Promise.all(accounts.map(({ cookie }, index) => confirm(email, codes[index] ?? "", cookie)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
		const [winner, loser] = answers[0]?.status === 204 ? accounts : accounts.toReversed();
		expect(await idsOf(winner ?? expect.fail())).toEqual([scanId]);
		expect(await scansOf(loser ?? expect.fail())).toEqual([]);
	});

	test("a scan that runs while it moves ends in the account, its findings merged once", async () => {
		engine.hold = true;
		const email = newAccountAddress();
		const running = nextRun(engine);
		const { scanId } = (await (await server.scan({ target: "example.com", email })).json()).receipt;
		const run = await running();
		engine.hold = false;
		const { account } = await registered(email);
		const code = await codeOf(email, SUBJECTS.confirm);
		await confirm(email, code, account.cookie);
		expect(await scansOf(account)).toMatchObject([{ id: scanId, status: "running" }]);
		run.end(ranWith([FINDING]));
		await until(async () => (await scansOf(account))[0]?.status === "completed", "the scan ends");
		expect((await (await as(account)("listFindings")).json()).total).toBe(1);
	});

	test("a scan that ends while it moves is merged once, whichever is first", async () => {
		for (const first of ["move", "end"] as const) {
			engine.hold = true;
			const email = newAccountAddress();
			const running = nextRun(engine);
			const { scanId } = (await (await server.scan({ target: "example.com", email })).json()).receipt;
			const run = await running();
			engine.hold = false;
			const { account } = await registered(email);
			const code = await codeOf(email, SUBJECTS.confirm);
			const begin = {
				move: () => confirm(email, code, account.cookie),
				end: async () => run.end(ranWith([FINDING])),
			};
			// Both wait for the scan's row, in this order.
			await inTransaction(pool, async (client) => {
				await client.query("SELECT 1 FROM scans WHERE id = $1 FOR UPDATE", [scanId]);
				for (const [index, step] of [first, first === "move" ? "end" : "move"].entries()) {
					void begin[step as "move" | "end"]();
					await until(async () => (await waiting()) >= index + 1, `${step} waits`);
				}
			});
			await until(async () => (await scansOf(account))[0]?.status === "completed", `the scan ends, ${first} first`);
			expect((await (await as(account)("listFindings")).json()).total).toBe(1);
			const { rows } = await pool.query("SELECT count(*)::int FROM finding_sightings WHERE scan_id = $1", [scanId]);
			expect(rows[0].count).toBe(1);
		}
	});

	const waiting = async () => {
		const { rowCount } = await pool.query(
			`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
			   AND query LIKE '%FOR UPDATE%'`,
		);
		return rowCount ?? 0;
	};
});

describe("watching the host of a report", () => {
	const zone = "Africa/Lagos";

	test("the link tells the host, and not whom the report was sent to", async () => {
		const email = newAccountAddress();
		const { token } = await freeScan(email, "http://example.com/login?next=%2F");
		const answer = await anybody("readFreeScan", { body: { report: token } });
		expect(await answer.json()).toEqual({ target: "http://example.com/login?next=%2F", host: "example.com" });
	});

	test("a link that is unknown, expired or of a deleted scan tells nothing", async () => {
		const email = newAccountAddress();
		const { token, scanId } = await freeScan(email);
		const gone = async () => (await refusalOf(await anybody("readFreeScan", { body: { report: token } }))).code;
		expect((await refusalOf(await anybody("readFreeScan", { body: { report: "A".repeat(43) } }))).code).toBe(
			"not_found",
		);
		await pool.query("UPDATE report_links SET expires_at = now() WHERE scan_id = $1", [scanId]);
		expect(await gone()).toBe("not_found");
		await pool.query("DELETE FROM scans WHERE id = $1", [scanId]);
		expect(await gone()).toBe("not_found");
	});

	test("after a registration it starts with the confirmation, once", async () => {
		const email = newAccountAddress();
		const { token, scanId } = await freeScan(email);
		const { registration, account } = await registered(email);
		const body = { registration, report: token, timeZone: zone };
		expect((await anybody("watchOnceConfirmed", { body })).status).toBe(204);
		expect((await (await as(account)("exportMyData")).json()).account.pendingWatch).toEqual({
			target: "example.com",
			timeZone: zone,
		});
		expect((await (await as(account)("listSchedules")).json()).schedules).toEqual([]);
		await confirm(email, await codeOf(email, SUBJECTS.confirm), account.cookie);
		const { schedules } = await (await as(account)("listSchedules")).json();
		expect(schedules).toMatchObject([
			{
				name: "example.com every week",
				request: { kind: "combined", body: { target: "example.com" } },
				recurrence: { type: "weekly" },
				timeZone: zone,
				status: "active",
			},
		]);
		// The first run is a week later: the report is already here.
		const days = (Date.parse(schedules[0].nextRuns[0]) - Date.now()) / 86_400_000;
		expect(days).toBeGreaterThan(6.9);
		expect(days).toBeLessThan(7.1);
		expect(await idsOf(account)).toEqual([scanId]);
		expect(await (await as(account)("watchHost", { body: { report: token, timeZone: zone } })).json()).toEqual({
			scanId,
			schedule: "exists",
		});
	});

	test("an unknown registration is answered like a known one, and an unknown zone is refused", async () => {
		const { token } = await freeScan(newAccountAddress());
		const body = { registration: "A".repeat(43), report: token, timeZone: zone };
		expect((await anybody("watchOnceConfirmed", { body })).status).toBe(204);
		expect(
			(await refusalOf(await anybody("watchOnceConfirmed", { body: { ...body, timeZone: "Mars/Base" } }))).code,
		).toBe("invalid_body");
	});

	test("a confirmed account takes a later scan of its address along when it says so", async () => {
		const account = await createAccount(server);
		const { token, scanId } = await freeScan(account.email);
		const answer = await as(account)("watchHost", { body: { report: token } });
		expect(await answer.json()).toEqual({ scanId, schedule: "none" });
		expect(await scansOf(account)).toMatchObject([{ id: scanId, fromPublicForm: true }]);
		expect((await (await as(account)("listFindings")).json()).total).toBe(1);
	});

	test("what is refused takes nothing along either", async () => {
		const account = await createAccount(server);
		const { token, scanId } = await freeScan(account.email);
		const refused = await as(account)("watchHost", { body: { report: token, timeZone: "Mars/Base" } });
		expect((await refusalOf(refused)).code).toBe("invalid_body");
		expect(await ownerOf(scanId)).toBe("anonymous");
		expect(await scansOf(account)).toEqual([]);
	});

	test("a report of another address is watched, but its scan stays where it is", async () => {
		const theirs = await createAccount({ url: server.url, mailbox });
		const { token, scanId } = await freeScan(newAccountAddress());
		const reader = await createAccount(server);
		const body = { report: token, timeZone: zone };
		expect(await (await as(reader)("watchHost", { body })).json()).toEqual({ scanId: null, schedule: "made" });
		expect(await scansOf(reader)).toEqual([]);
		expect(await ownerOf(scanId)).toBe("anonymous");
		expect(await scansOf(theirs)).toEqual([]);
	});

	test("an unconfirmed account gets neither yet", async () => {
		const email = newAccountAddress();
		const { token, scanId } = await freeScan(email);
		const { account } = await registered(email);
		const answer = await as(account)("watchHost", { body: { report: token, timeZone: "UTC" } });
		expect(await answer.json()).toEqual({ scanId: null, schedule: "later" });
		expect(await ownerOf(scanId)).toBe("anonymous");
		await confirm(email, await codeOf(email, SUBJECTS.confirm), account.cookie);
		expect((await (await as(account)("listSchedules")).json()).schedules).toHaveLength(1);
	});
});
