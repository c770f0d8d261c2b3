import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { task as taskSchema } from "#contract/tasks/tasks.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addControl, listTasks, say } from "../../../support/server/controls.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString();
const taskBody = (more: object = {}) => ({
	id: randomUUID(),
	title: "Change the lock",
	note: "",
	controls: [],
	...more,
});
async function add(member: TestMember, more: object = {}, headers: Record<string, string> = {}): Promise<string> {
	const body = taskBody(more);
	expect(await say(member, "addTask", body, headers)).toBe(1);
	return body.id;
}
const read = async (member: TestMember, taskId: string) =>
	taskSchema.parse(await (await member.call("readTask", { params: { taskId } })).json());
const change = (member: TestMember, taskId: string, change: object, saidAt = new Date().toISOString()) =>
	say(member, "changeTask", { taskId, change, saidAt });

test("a task is added once, with its controls, owner and day", async () => {
	const owner = await createOwner(server);
	const control = await addControl(owner);
	const body = taskBody({ controls: [control.id], owner: owner.accountId, due: day(3) });
	const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
	for (const _ of [1, 2]) expect((await owner.call("addTask", { body, headers })).status).toBe(202);
	expect(await refusalOf(await owner.call("addTask", { body }))).toMatchObject({ status: 409, code: "already_exists" });
	expect(await read(owner, body.id)).toMatchObject({
		title: "Change the lock",
		cause: { type: "person" },
		controls: [{ controlId: control.id, code: control.code }],
		owner: { accountId: owner.accountId },
		due: day(3),
		state: "open",
		findings: null,
		reopenedAt: null,
	});
	const stranger = await createOwner(server);
	expect((await stranger.call("readTask", { params: { taskId: body.id } })).status).toBe(404);
	const nowhere = await owner.call("addTask", { body: taskBody({ controls: [randomUUID()] }) });
	expect(await refusalOf(nowhere)).toMatchObject({ status: 404, code: "not_found" });
	const theirs = await owner.call("addTask", { body: taskBody({ owner: stranger.accountId }) });
	expect(await refusalOf(theirs)).toMatchObject({ status: 400, code: "invalid_body" });
});

test("the ones due first come first, then those without a day, page by page; counts are of all", async () => {
	const owner = await createOwner(server);
	const ids = [
		await add(owner, { due: day(-1), owner: owner.accountId }),
		await add(owner, { due: day(0) }),
		await add(owner, { due: day(9) }),
		await add(owner, {}),
		await add(owner, { owner: owner.accountId }),
	];
	const all = await listTasks(owner);
	expect(all.tasks.map(({ id }) => id)).toEqual([...ids.slice(0, 3), ...ids.slice(3).sort()]);
	expect(all.counts).toEqual({ open: 5, mine: 2, overdue: 1 });
	const seen: string[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const page = await listTasks(owner, { limit: "2", ...(cursor && { cursor }) });
		seen.push(...page.tasks.map(({ id }) => id));
		cursor = page.next;
	}
	expect(seen).toEqual(all.tasks.map(({ id }) => id));
	expect((await listTasks(owner, { overdue: "yes" })).tasks.map(({ id }) => id)).toEqual(ids.slice(0, 1));
	expect((await listTasks(owner, { owner: "mine" })).tasks).toHaveLength(2);
	await change(owner, ids[0] ?? "", { state: "done", outcome: "New lock." });
	expect((await listTasks(owner, { state: "done" })).tasks).toMatchObject([{ id: ids[0], outcome: "New lock." }]);
	expect((await listTasks(owner)).counts).toEqual({ open: 4, mine: 1, overdue: 0 });
	for (const cursor of ["nonsense", Buffer.from("2026-99-99 x").toString("base64url")]) {
		expect((await owner.call("listTasks", { query: { cursor } })).status).toBe(400);
	}
});

test("fields count by when they were said, and a move that fits nothing is refused only if it is the newest", async () => {
	const owner = await createOwner(server);
	const member = await addMember(server, owner, "contributor");
	const id = await add(owner);
	expect(await change(owner, id, { state: "doing", due: day(5) }, at(5))).toBe(2);
	expect(await change(member, id, { due: day(1), note: "Said before." }, at(1))).toBe(1);
	expect(await change(member, id, { due: null }, at(6))).toBe(1);
	expect(await read(owner, id)).toMatchObject({ state: "doing", due: null, note: "Said before." });
	const move = (state: string, minute: number, outcome = "") =>
		owner.call("changeTask", { body: { taskId: id, change: { state, outcome }, saidAt: at(minute) } });
	expect(await refusalOf(await move("dropped", 7))).toMatchObject({ status: 400 });
	expect((await move("dropped", 7, "Not worth it.")).status).toBe(202);
	// The outcome says why it was dropped, and cannot be emptied.
	const empty = (minute: number) =>
		owner.call("changeTask", { body: { taskId: id, change: { outcome: "" }, saidAt: at(minute) } });
	expect(await refusalOf(await empty(7))).toMatchObject({ status: 400, code: "invalid_body" });
	expect((await (await empty(6)).json()).receipt.taken).toBe(0);
	expect(await read(owner, id)).toMatchObject({ state: "dropped", outcome: "Not worth it." });
	expect(await refusalOf(await move("review", 8))).toMatchObject({ status: 409, code: "changed_meanwhile" });
	expect((await (await move("review", 6)).json()).receipt.taken).toBe(0);
	expect((await move("open", 9)).status).toBe(202);
	expect(await read(owner, id)).toMatchObject({ state: "open", outcome: "" });
	const { rows } = await pool.query(
		"SELECT field, shown, counted FROM said_words WHERE workspace_id = $1 AND subject_id = $2 ORDER BY no",
		[owner.workspaceId, id],
	);
	expect(rows.filter(({ counted }) => !counted)).toEqual([
		{ field: "due", shown: expect.any(String), counted: false },
		{ field: "state", shown: "dropped", counted: false },
		{ field: "state", shown: "review", counted: false },
	]);
	const auditor = await addMember(server, owner, "auditor");
	const word = { taskId: id, change: { note: "No." }, saidAt: at(10) };
	expect((await auditor.call("changeTask", { body: word })).status).toBe(403);
	const stranger = await createOwner(server);
	expect((await stranger.call("changeTask", { body: word })).status).toBe(404);
});

test("tasks are of the client that is asked for, of that of their controls, or of the workspace itself", async () => {
	const owner = await createOwner(server);
	const clientId = await addClient(server, owner.workspaceId, "Acme");
	const headers = { [CLIENT]: clientId };
	const control = await addControl(owner, [], { headers });
	const own = await addControl(owner);
	const ids = [await add(owner, {}, headers), await add(owner, { controls: [control.id] }), await add(owner)];
	expect(await Promise.all(ids.map(async (id) => (await read(owner, id)).clientId))).toEqual([
		clientId,
		clientId,
		owner.workspaceId,
	]);
	expect((await listTasks(owner)).tasks).toHaveLength(3);
	expect((await listTasks(owner, { control: control.id })).tasks.map(({ id }) => id)).toEqual([ids[1]]);
	const ofClient = await (await owner.call("listTasks", { headers })).json();
	expect(ofClient.counts.open).toBe(2);
	const both = taskBody({ controls: [control.id, own.id] });
	expect(await refusalOf(await owner.call("addTask", { body: both }))).toMatchObject({ status: 404 });
	const guest = await addMember(server, owner, "guest", { clientId });
	expect((await listTasks(guest)).tasks).toHaveLength(2);
	expect((await guest.call("readTask", { params: { taskId: ids[2] ?? "" } })).status).toBe(404);
});
