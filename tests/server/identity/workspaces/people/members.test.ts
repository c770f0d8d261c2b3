import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { createAccount, PASSWORD } from "../../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../../support/server/api-client.ts";
import { addClient, addMember, asMember, createOwner, type TestMember } from "../../../../support/server/people.ts";
import { startTestServer } from "../../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;

const change = (by: TestMember, { accountId }: TestMember, body: unknown) =>
	by.call("changeMember", { params: { accountId }, body });
const remove = (by: TestMember, { accountId }: TestMember) => by.call("removeMember", { params: { accountId } });
const listOf = async (by: TestMember) => (await by.call("listMembers")).json();
const rolesIn = async (workspaceId: string) =>
	(await pool.query("SELECT role FROM memberships WHERE workspace_id = $1 ORDER BY role", [workspaceId])).rows.map(
		({ role }) => role,
	);

describe("the list of members", () => {
	test("has owners first, and invitations for those who manage people", async () => {
		const owner = await createOwner(server);
		const auditor = await addMember(server, owner, "auditor", { endsOn: "2099-12-31" });
		await owner.call("invite", { body: { email: "guest@example.org", role: "auditor" } });
		const list = await listOf(owner);
		expect(list.members).toEqual([
			expect.objectContaining({ accountId: owner.accountId, email: owner.email, role: "owner", you: true }),
			expect.objectContaining({ accountId: auditor.accountId, role: "auditor", endsOn: "2099-12-31", you: false }),
		]);
		expect(list.invitations).toMatchObject([{ email: "guest@example.org", state: "sent" }]);
		const theirs = await listOf(auditor);
		expect(theirs.members).toHaveLength(2);
		expect(theirs.invitations).toEqual([]);
	});

	test("shows a guest no guest of another client", async () => {
		const owner = await createOwner(server);
		const [acme, bank] = [
			await addClient(server, owner.workspaceId, "Acme"),
			await addClient(server, owner.workspaceId, "Bank"),
		];
		const guest = await addMember(server, owner, "guest", { clientId: acme });
		const colleague = await addMember(server, owner, "guest", { clientId: acme });
		const stranger = await addMember(server, owner, "guest", { clientId: bank });
		const seen = (await listOf(guest)).members.map(({ accountId }: TestMember) => accountId);
		expect(seen.toSorted()).toEqual([owner.accountId, guest.accountId, colleague.accountId].toSorted());
		const missing = await refusalOf(await guest.call("removeMember", { params: { accountId: crypto.randomUUID() } }));
		expect(await refusalOf(await remove(guest, stranger))).toEqual(missing);
		expect((await refusalOf(await remove(guest, colleague))).status).toBe(403);
		const { clients } = await (await guest.call("readWorkspace")).json();
		expect(clients).toMatchObject([{ id: acme, name: "Acme" }]);
	});
});

describe("changing a member", () => {
	test("changes the role, the client and the last day, and counts from the next request", async () => {
		const owner = await createOwner(server);
		const acme = await addClient(server, owner.workspaceId, "Acme");
		const member = await addMember(server, owner, "manager");
		expect((await member.call("changeWorkspace", { body: { color: "teal" } })).status).toBe(200);
		const changed = await change(owner, member, { role: "guest", clientId: acme, endsOn: "2099-12-31" });
		expect(await changed.json()).toMatchObject({ role: "guest", clientId: acme, endsOn: "2099-12-31" });
		expect(await refusalOf(await member.call("changeWorkspace", { body: { color: "rose" } }))).toMatchObject({
			status: 403,
			code: "role_required",
			message: expect.stringContaining("Ada Lovelace can help"),
			details: { role: "guest", needs: ["owner", "manager"], people: ["Ada Lovelace"] },
		});
	});

	test("a manager neither makes nor unmakes owners", async () => {
		const owner = await createOwner(server);
		const manager = await addMember(server, owner, "manager");
		const auditor = await addMember(server, owner, "auditor");
		const needsOwner = { status: 403, code: "role_required", details: { role: "manager", needs: ["owner"] } };
		expect(await refusalOf(await change(manager, auditor, { role: "owner" }))).toMatchObject(needsOwner);
		expect(await refusalOf(await change(manager, manager, { role: "owner" }))).toMatchObject(needsOwner);
		expect(await refusalOf(await change(manager, owner, { role: "auditor" }))).toMatchObject(needsOwner);
		expect(await refusalOf(await remove(manager, owner))).toMatchObject(needsOwner);
		expect((await change(manager, auditor, { role: "manager" })).status).toBe(200);
		expect(await rolesIn(owner.workspaceId)).toEqual(["manager", "manager", "owner"]);
	});

	test("a client of another workspace is unknown, and so is a member of one", async () => {
		const [owner, other] = [await createOwner(server), await createOwner(server)];
		const member = await addMember(server, owner, "auditor");
		const foreign = await addClient(server, other.workspaceId, "Foreign");
		const moved = await change(owner, member, { role: "guest", clientId: foreign });
		expect(await refusalOf(moved)).toMatchObject({ status: 404, code: "client_unknown" });
		expect(await refusalOf(await change(owner, other, { role: "auditor" }))).toMatchObject({ status: 404 });
	});

	test("a member who lost a role while a request was on its way is refused by the role that is left", async () => {
		const owner = await createOwner(server);
		const manager = await addMember(server, owner, "manager");
		const target = await addMember(server, owner, "auditor");
		// Locks the workspace, so that the request passes the gate as a manager's and then waits.
		const client = await pool.connect();
		await client.query(`${pool.begin}; SET LOCAL lock_timeout = 0`);
		await client.query("SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE", [owner.workspaceId]);
		const asked = change(manager, target, { role: "manager" });
		await waits(1);
		await client.query("UPDATE memberships SET role = 'auditor' WHERE account_id = $1 AND workspace_id = $2", [
			manager.accountId,
			owner.workspaceId,
		]);
		await client.query("COMMIT");
		client.release();
		expect(await refusalOf(await asked)).toMatchObject({
			status: 403,
			code: "role_required",
			details: { role: "auditor" },
		});
		expect(await rolesIn(owner.workspaceId)).toEqual(["auditor", "auditor", "owner"]);
	});
});

/** Resolves when this many statements wait for a lock on a workspace. */
async function waits(count: number): Promise<void> {
	const sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM workspaces%'";
	await expect
		.poll(async () => (await pool.query(`${sql} AND datname = current_database()`)).rowCount, {
			timeout: 20_000,
		})
		.toBeGreaterThanOrEqual(count);
}

describe("leaving", () => {
	test("takes access away at once, for every kind of request", async () => {
		const owner = await createOwner(server);
		const member = await addMember(server, owner, "consultant");
		expect((await member.call("listMembers")).status).toBe(200);
		expect((await remove(member, member)).status).toBe(204);
		const gone = { status: 401, code: "other_workspace" };
		for (const name of ["listMembers", "readWorkspace", "listScans", "listFindings", "startSslyzeScan"] as const) {
			expect(await refusalOf(await member.call(name))).toMatchObject(gone);
		}
		const unknown = asMember(server, member, crypto.randomUUID());
		expect(await refusalOf(await unknown.call("listMembers"))).toEqual(
			await refusalOf(await member.call("listMembers")),
		);
		expect((await (await member.call("listWorkspaces")).json()).workspaces).toMatchObject([{ id: member.accountId }]);
	});

	test("is not for the last owner, alone or not", async () => {
		const owner = await createOwner(server);
		const lastOwner = { status: 409, code: "last_owner" };
		expect(await refusalOf(await remove(owner, owner))).toMatchObject(lastOwner);
		const manager = await addMember(server, owner, "manager");
		expect(await refusalOf(await remove(owner, owner))).toMatchObject(lastOwner);
		expect(await refusalOf(await change(owner, owner, { role: "manager" }))).toMatchObject(lastOwner);
		expect((await change(owner, manager, { role: "owner" })).status).toBe(200);
		expect((await remove(owner, owner)).status).toBe(204);
		expect(await rolesIn(owner.workspaceId)).toEqual(["owner"]);
		expect(await refusalOf(await owner.call("listMembers"))).toMatchObject({ code: "other_workspace" });
	});

	test("ends what the account's own workspace gets by itself: free scans and schedules", async () => {
		const owner = await createOwner(server);
		const heir = await addMember(server, owner, "owner");
		expect((await remove(heir, owner)).status).toBe(204);
		const token = randomBytes(32).toString("base64url");
		const { rows } = await pool.query(
			`INSERT INTO scans (id, owner, kind, target, email, email_key, request, status, coverage, finished_at, attempts)
			 VALUES (gen_random_uuid(), 'anonymous', 'combined', 'example.com', $1, $1, '{}', 'completed', 'full', now(), 1)
			 RETURNING id`,
			[owner.email],
		);
		await pool.query("INSERT INTO scan_reports (scan_id, report) VALUES ($1, '{}')", [rows[0].id]);
		await pool.query(
			"INSERT INTO report_links (token_hash, scan_id, expires_at) VALUES ($1, $2, now() + interval '1 day')",
			[tokenHash(token), rows[0].id],
		);
		const watched = await apiClient(server.url, asAccount(owner))("watchHost", {
			body: { report: token, timeZone: "UTC" },
		});
		expect(await watched.json()).toEqual({ scanId: null, schedule: "none" });
		expect((await (await heir.call("listSchedules")).json()).schedules).toEqual([]);
		expect(await countScans(owner.workspaceId)).toBe(0);
	});

	test("two owners who leave at once do not both leave", async () => {
		for (let round = 0; round < 5; round += 1) {
			const ada = await createOwner(server);
			const ben = await addMember(server, ada, "owner");
			// Both are past the gate before either is decided.
			const client = await pool.connect();
			await client.query(`${pool.begin}; SET LOCAL lock_timeout = 0`);
			await client.query("SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE", [ada.workspaceId]);
			const asked = [remove(ada, ada), round % 2 ? remove(ben, ben) : change(ben, ben, { role: "auditor" })];
			await waits(2);
			await client.query("COMMIT");
			client.release();
			const answers = await Promise.all(asked);
			expect(answers.map(({ status }) => status).toSorted()).toEqual([
				round % 2 || answers[1]?.status === 409 ? 204 : 200,
				409,
			]);
			expect((await rolesIn(ada.workspaceId)).filter((role) => role === "owner")).toHaveLength(1);
		}
	});

	test("others are removed by those who manage people", async () => {
		const owner = await createOwner(server);
		const [manager, consultant, auditor] = [
			await addMember(server, owner, "manager"),
			await addMember(server, owner, "consultant"),
			await addMember(server, owner, "auditor"),
		];
		expect(await refusalOf(await remove(consultant, auditor))).toMatchObject({
			status: 403,
			details: { role: "consultant", needs: ["owner", "manager"], people: ["Ada Lovelace", "Ada Lovelace"] },
		});
		expect((await remove(manager, auditor)).status).toBe(204);
		expect(await refusalOf(await remove(manager, auditor))).toMatchObject({ status: 404, code: "not_found" });
		expect(await refusalOf(await auditor.call("readWorkspace"))).toMatchObject({ code: "other_workspace" });
	});
});

test("a membership ends with its last day", async () => {
	const owner = await createOwner(server);
	const today = new Date().toISOString().slice(0, 10);
	const member = await addMember(server, owner, "consultant", { endsOn: today });
	// If midnight passes here, the next line is a day late.
	if (new Date().toISOString().slice(0, 10) === today) expect((await member.call("readWorkspace")).status).toBe(200);
	await pool.query("UPDATE memberships SET ends_on = current_date - 2 WHERE account_id = $1 AND workspace_id = $2", [
		member.accountId,
		owner.workspaceId,
	]);
	expect(await refusalOf(await member.call("readWorkspace"))).toMatchObject({ status: 401, code: "other_workspace" });
	expect((await (await member.call("listWorkspaces")).json()).workspaces).toHaveLength(1);
	expect((await change(owner, member, { endsOn: "2099-12-31" })).status).toBe(200);
	expect((await member.call("readWorkspace")).status).toBe(200);
});

describe("deleting an account", () => {
	const destroy = (account: TestMember) => account.call("deleteAccount", { body: { current: PASSWORD } });

	test("is refused while others work in a workspace that it alone owns, and deletes nothing", async () => {
		const owner = await createOwner(server);
		const member = await addMember(server, owner, "manager");
		const refused = await refusalOf(await destroy(owner));
		expect(refused).toMatchObject({
			status: 409,
			code: "last_owner",
			message: expect.stringContaining("Analytical Engines"),
			details: { workspaces: ["Analytical Engines"] },
		});
		expect((await owner.call("readMe")).status).toBe(200);
		expect(await rolesIn(owner.workspaceId)).toEqual(["manager", "owner"]);

		await change(owner, member, { role: "owner" });
		await addScan(owner.workspaceId);
		expect((await destroy(owner)).status).toBe(204);
		expect(await rolesIn(owner.workspaceId)).toEqual(["owner"]);
		// What is in the workspace stays with it.
		expect(await countScans(owner.workspaceId)).toBe(1);
		expect((await destroy(member)).status).toBe(204);
		expect(await countScans(owner.workspaceId)).toBe(0);
		expect((await pool.query("SELECT 1 FROM workspaces WHERE id = $1", [owner.workspaceId])).rowCount).toBe(0);
	});

	test("ends its memberships elsewhere, and the workspaces in which it is alone", async () => {
		const owner = await createOwner(server);
		const member = await addMember(server, owner, "manager");
		const body = { name: "Side business", kind: "company" };
		const { id } = await (await apiClient(server.url, asAccount(member))("createWorkspace", { body })).json();
		await addScan(id);
		// A former member does not keep a workspace.
		const former = await createAccount(server);
		await pool.query(
			"INSERT INTO memberships (workspace_id, account_id, role, ends_on) VALUES ($1, $2, 'auditor', '2020-01-01')",
			[id, former.accountId],
		);
		expect((await destroy(member)).status).toBe(204);
		expect(await rolesIn(owner.workspaceId)).toEqual(["owner"]);
		expect(await rolesIn(id)).toEqual([]);
		expect(await countScans(id)).toBe(0);
	});
});

const addScan = (workspaceId: string) =>
	pool.query(
		`INSERT INTO scans (id, owner, kind, target, request, status, coverage, finished_at, attempts)
		 VALUES (gen_random_uuid(), $1, 'combined', 'example.com', '{}', 'completed', 'full', now(), 1)`,
		[workspaceId],
	);
const countScans = async (workspaceId: string) =>
	(await pool.query("SELECT 1 FROM scans WHERE owner = $1", [workspaceId])).rowCount;
