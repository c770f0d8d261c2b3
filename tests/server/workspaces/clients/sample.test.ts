import { expect, test } from "vitest";
import { CLIENT } from "#contract/headers.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
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

	expect((await owner.call("removeSample")).status).toBe(204);
	expect((await owner.call("removeSample")).status).toBe(204);
	for (const [table, column] of [
		["scans", "owner"],
		["findings", "account_id"],
		["controls", "workspace_id"],
		["test_runs", "workspace_id"],
		["tasks", "workspace_id"],
		["evidence", "workspace_id"],
		["said_words", "workspace_id"],
		["framework_choices", "workspace_id"],
	]) {
		const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE ${column}::text = $1`, [owner.workspaceId]);
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
