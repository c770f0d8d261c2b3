import { expect, test } from "vitest";
import { complianceOverview } from "#contract/controls/overview.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { listTasks } from "../../../support/server/controls.ts";
import { choose } from "../../../support/server/frameworks.ts";
import { addMember, createOwner } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

test("a newcomer fills an empty workspace with a believable sample, and empties it again", async () => {
	const owner = await createOwner(server);
	const [made, again] = await Promise.all([owner.call("addSample"), owner.call("addSample")]);
	expect([made.status, again.status]).toEqual([201, 201]);
	const client = await made.json();
	expect(client).toMatchObject({ name: "Harbor Clinic (sample)", code: "sample", sample: true, own: false });
	expect((await again.json()).id).toBe(client.id);

	const headers = { [CLIENT]: client.id };
	const { frameworks } = await (await owner.call("listFrameworks", { headers })).json();
	const chosen = frameworks.filter(({ chosenAt }: { chosenAt: string | null }) => chosenAt !== null);
	expect(chosen.map(({ id }: { id: string }) => id)).toEqual(["iso-27001", "hipaa"]);
	expect(chosen[0].decisions).toMatchObject({ applicable: 6, "not-applicable": 1 });
	const findings = await (await owner.call("listFindings", { headers, query: {} })).json();
	expect(findings.states).toEqual({ open: 2, fixed: 3, "false-positive": 0, accepted: 0 });
	const { controls } = await (await owner.call("listControls", { headers, query: {} })).json();
	const standings = new Set(controls.map(({ standing }: { standing: string }) => standing));
	expect(standings).toEqual(new Set(["evidence-against", "stale", "none-seen", "covered", "not-evaluated"]));
	const { tasks, counts } = await (await owner.call("listTasks", { headers, query: {} })).json();
	expect(tasks.map(({ title }: { title: string }) => title)).toContain("Prepare the management review");
	expect(counts.overdue).toBeGreaterThan(0);

	// It is left out of totals over all clients: nobody has to do any of it.
	const overview = async (of: Record<string, string>) =>
		complianceOverview.parse(await (await owner.call("complianceOverview", { headers: of })).json());
	expect(await overview(headers)).toMatchObject({ begun: true });
	expect((await overview(headers)).dueCount).toBeGreaterThan(0);
	expect(await overview({})).toMatchObject({ begun: false, dueCount: 0 });
	await choose(owner, "mvsp");
	const all = await overview({});
	expect(all.begun).toBe(true);
	expect([...all.changed, ...all.due, ...all.auditor.worst].filter(({ clientId }) => clientId === client.id)).toEqual(
		[],
	);
	expect(await listTasks(owner)).toMatchObject({ tasks: [], counts: { open: 0, mine: 0, overdue: 0 } });
	expect((await listTasks(owner, { overdue: "yes" })).tasks).toEqual([]);

	expect((await owner.call("removeSample")).status).toBe(204);
	expect((await owner.call("removeSample")).status).toBe(204);
	for (const [table, column, whose] of [
		["scans", "owner", owner.workspaceId],
		["findings", "account_id", owner.workspaceId],
		["test_runs", "workspace_id", owner.workspaceId],
		["tasks", "workspace_id", owner.workspaceId],
		["evidence", "workspace_id", owner.workspaceId],
		["said_words", "workspace_id", owner.workspaceId],
		["controls", "client_id", client.id],
		["framework_choices", "client_id", client.id],
	]) {
		const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE ${column}::text = $1`, [whose]);
		expect(rowCount, table).toBe(0);
	}
	const workspace = await (await owner.call("readWorkspace")).json();
	expect(workspace).toMatchObject({ kind: "company" });
	expect(workspace.clients).toHaveLength(1);
});

test("only owners add and remove it, and it never takes the host of a client", async () => {
	const owner = await createOwner(server);
	const manager = await addMember(server, owner, "manager");
	expect((await manager.call("addSample")).status).toBe(403);
	await pool.query("INSERT INTO assets (account_id, host) VALUES ($1, 'mail.harbor-clinic.example')", [
		owner.workspaceId,
	]);
	expect(await refusalOf(await owner.call("addSample"))).toMatchObject({ status: 409, code: "host_of_other_client" });
	const { rowCount } = await pool.query("SELECT FROM clients WHERE workspace_id = $1 AND sample", [owner.workspaceId]);
	expect(rowCount).toBe(0);
});
