import { describe, expect, test } from "vitest";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { type Role, rolesThatCan } from "#contract/workspaces/roles.ts";
import type { OutboxDeps } from "#src/outbox/deps.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { type Access, releaseSolved, waitingForClients } from "#src/requests/access.ts";
import type { NewEntry, Outbox } from "#src/requests/entry.ts";
import { until } from "#tests/support/outbox/outbox-clock.ts";
import { fakeDevice, scanOf } from "#tests/support/outbox/outbox-device.ts";
import { createOldOutbox } from "#tests/support/outbox/released-outbox.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const BEN = "0a5f3a0e-7f8e-4b6e-8a51-5d4c9a3f1c22" as AccountId;
const OWN = ADA as string as WorkspaceId;
const FIRM = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101" as WorkspaceId;
const BANK = "c0ffee00-1111-4222-8333-444455556666" as ClientId;
const SHOP = "d15ea5e0-7777-4888-9999-aaaabbbbcccc" as ClientId;

const scan = (host: string, more: Partial<NewEntry> = {}): NewEntry =>
	({ kind: "nmap-scan", body: { host }, owner: ADA, ...more }) as NewEntry;

const refusals = {
	workspace: { status: 401, body: { code: "other_workspace", message: "Not a member." } },
	role: {
		status: 403,
		body: {
			code: "role_required",
			message: "Not allowed.",
			details: { role: "auditor", needs: rolesThatCan("work"), people: ["Grace"] },
		},
	},
	archived: { status: 409, body: { code: "client_archived", message: "Archived." } },
	unknown: { status: 404, body: { code: "client_unknown", message: "No such client." } },
};

describe("promise 6: an entry goes to the workspace and client it was made for", () => {
	test("whatever else goes out at the same time", async () => {
		const { context, clock, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		await outbox.enqueueAll([
			scan("a.example", { workspace: FIRM, clientId: BANK }),
			scan("b.example", { clientId: SHOP }),
			scan("c.example", { workspace: OWN }),
			scan("d.example"),
			scanOf("e.example"),
		]);
		clock.advance(HEAD_START_MS);
		expect(await outbox.replay()).toMatchObject({ sent: 5 });
		expect(server.requests.map(({ account, workspace, client }) => [account, workspace, client])).toEqual([
			[ADA, FIRM, BANK],
			[ADA, null, SHOP],
			[ADA, null, null],
			[ADA, null, null],
			["anonymous", null, null],
		]);
	});

	test("also after a sign-out, a sign-in as another account, and one as its own again, from another tab", async () => {
		const { context, clock, server } = fakeDevice({ batches: true });
		const [tab, worker] = [context().outbox, context().outbox];
		await tab.setAccount(ADA);
		await tab.enqueue(scan("a.example", { workspace: FIRM, clientId: BANK }));
		clock.advance(HEAD_START_MS);
		await tab.setSignedOut(true);
		await worker.replay();
		await tab.setSignedOut(false);
		await tab.setAccount(BEN);
		await worker.replay();
		expect(server.requests).toEqual([]);
		await tab.setAccount(ADA);
		expect(await worker.replay()).toMatchObject({ sent: 1 });
		expect(server.requests).toMatchObject([{ account: ADA, workspace: FIRM, client: BANK }]);
	});

	test("also without storage, and a request that no account makes names neither", async () => {
		const { context, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		await outbox.sendUnsaved(scan("a.example", { workspace: FIRM, clientId: BANK }));
		await outbox.enqueue({ ...scanOf("b.example"), workspace: FIRM, clientId: BANK });
		await outbox.replay();
		const [entry] = await outbox.list();
		expect(entry).toMatchObject({ v: 2, owner: "anonymous" });
		expect(entry).not.toHaveProperty("workspace");
		expect(server.requests).toMatchObject([{ workspace: FIRM, client: BANK }]);
	});

	test("one saved before a sign-in keeps its workspace, even if the account that takes it is no member there", async () => {
		const { context, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		await outbox.enqueue(scan("a.example", { owner: "unclaimed", workspace: OWN, clientId: BANK }));
		await outbox.adoptUnclaimed(BEN);
		server.faults.push({ each: [refusals.workspace] });
		await outbox.replay();
		expect(server.requests).toMatchObject([{ account: BEN, workspace: OWN, client: BANK }]);
		expect(await outbox.list()).toMatchObject([{ status: "held", reason: "workspace" }]);
	});
});

describe("promise 10: an old tab or worker on the same device", () => {
	const both = () => {
		const device = fakeDevice({ batches: true });
		return { ...device, today: device.context().outbox, old: device.context({}, createOldOutbox).outbox };
	};

	test.each<[string, Partial<NewEntry>]>([
		["another workspace", { workspace: FIRM }],
		["a client", { clientId: BANK }],
		["a client of another workspace", { workspace: FIRM, clientId: BANK }],
	])("neither sends nor changes an entry for %s, and says that a newer version saved it", async (_, scope) => {
		const { today, old, clock, server } = both();
		const { id } = await today.enqueue(scan("a.example", scope));
		clock.advance(HEAD_START_MS);
		const before = await today.get(id);
		expect(await old.replay({ reconnected: true })).toEqual({ sent: 0, left: 0, nextAt: null });
		expect(await old.sendNow(id)).toBeUndefined();
		expect(await old.edit(id, { client: "Other" })).toBe("gone");
		expect(await old.hurry([id])).toEqual([]);
		expect(await old.discard(id)).toBe("gone");
		await old.adoptUnclaimed(BEN);
		expect((await old.contents()).unreadable).toMatchObject([{ id, reason: "newer", owner: ADA }]);
		expect(await today.get(id)).toEqual(before);
		expect(server.requests).toEqual([]);
		expect(await today.replay()).toMatchObject({ sent: 1 });
	});

	test("sends an entry for the account's own workspace, which goes on as the same one when the tab dies halfway", async () => {
		const { context, today, clock, server } = both();
		const dying = context({}, createOldOutbox);
		await today.enqueue(scan("a.example", { workspace: OWN }));
		clock.advance(HEAD_START_MS);
		server.faults.push("hang-after-commit");
		void dying.outbox.replay();
		await until(() => server.requests.length > 0);
		dying.kill();
		expect(await today.replay()).toMatchObject({ sent: 1 });
		expect(server.requests).toMatchObject(Array(2).fill({ account: ADA, workspace: null, client: null }));
		expect(server.scans.size).toBe(1);
	});

	test.each(Object.entries(refusals))("does not take one for damaged that is held after %s", async (_, refusal) => {
		const { today, old, server } = both();
		const { id } = await today.enqueue(scan("a.example"));
		server.faults.push({ each: [refusal] });
		await today.sendNow(id);
		expect((await old.contents()).unreadable).toMatchObject([{ id, reason: "newer" }]);
		await today.releaseWhere((entry) => entry.id === id);
		expect(await old.list()).toMatchObject([{ id, status: "queued" }]);
		expect(await old.replay()).toMatchObject({ sent: 1 });
	});

	test("what it saved goes out after the update byte for byte as it would have before, by itself and in a batch", async () => {
		const requests = [
			scan("a.example", { client: "Acme", note: "Door" }),
			scanOf("b.example"),
			scan("c.example", { startAt: 1, client: "Bank" }),
		];
		const sent = async (sender: "old" | "today", batches: boolean) => {
			const device = fakeDevice({ batches });
			const writer = device.context({}, createOldOutbox).outbox;
			await writer.enqueueAll(requests);
			device.clock.advance(HEAD_START_MS);
			const posts: [string, unknown, unknown][] = [];
			const noting: Partial<OutboxDeps> = {
				fetch(url, init) {
					posts.push([url, init.headers, init.body]);
					return device.server.fetch(url, init);
				},
			};
			const { outbox } = sender === "old" ? device.context(noting, createOldOutbox) : device.context(noting);
			expect(await outbox.replay()).toMatchObject({ sent: 3 });
			return posts;
		};
		for (const batches of [true, false]) expect(await sent("today", batches)).toEqual(await sent("old", batches));
	});
});

describe("what the server refuses for its workspace is held, and nothing is dropped", () => {
	test.each<[keyof typeof refusals, string]>([
		["workspace", "workspace"],
		["role", "role"],
		["archived", "client"],
		["unknown", "client"],
	])("%s: held for its %s, by itself and in a batch, and sent when a person says so", async (refusal, reason) => {
		const { context, clock, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		const entries = await outbox.enqueueAll(["a", "b"].map((name) => scan(name, { workspace: FIRM, clientId: BANK })));
		clock.advance(HEAD_START_MS);
		server.faults.push({ each: [refusals[refusal], refusals[refusal]] });
		await outbox.replay();
		expect(await outbox.list()).toMatchObject(Array(2).fill({ status: "held", reason, workspace: FIRM }));
		expect(await outbox.count()).toBe(0);
		await outbox.setAccount(ADA);
		expect(await outbox.count()).toBe(2);
		for (const { id } of entries) expect(await outbox.sendNow(id)).toMatchObject({ status: "accepted" });
	});

	/** One entry for each reason, in the firm's workspace. */
	async function heldOnes(outbox: Outbox, server: ReturnType<typeof fakeDevice>["server"]): Promise<void> {
		for (const refusal of [refusals.workspace, refusals.role, refusals.archived]) {
			server.faults.push({ each: [refusal] });
			await outbox.sendNow((await outbox.enqueue(scan("a.example", { workspace: FIRM, clientId: BANK }))).id);
		}
		server.faults.push({ each: [refusals.role] });
		await outbox.sendNow((await outbox.enqueue(scan("a.example", { owner: BEN, workspace: FIRM }))).id);
	}
	const active = (id: ClientId) => ({ id, archivedAt: null });
	const statuses = async (outbox: Outbox) => (await outbox.list()).map(({ status }) => status);

	test.each<[string, Access[], string[]]>([
		["another workspace", [{ id: OWN, role: "owner", clients: [active(BANK)] }], ["held", "held", "held"]],
		["the membership", [{ id: FIRM, role: "auditor" }], ["queued", "held", "held"]],
		[
			"the role, and another client beside the archived one",
			[{ id: FIRM, role: "consultant", clients: [active(SHOP), { id: BANK, archivedAt: "2026-11-01T00:00:00.000Z" }] }],
			["queued", "queued", "held"],
		],
		[
			"all of it",
			[{ id: FIRM, role: "consultant", clients: [active(SHOP), active(BANK)] }],
			["queued", "queued", "queued"],
		],
	])("when the lists say that %s is back, what waited for it is released", async (_, access, expected) => {
		const { context, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		await heldOnes(outbox, server);
		const released = expected.filter((status) => status === "queued").length;
		expect(await releaseSolved(outbox, ADA, access)).toBe(released);
		expect(await statuses(outbox)).toEqual([...expected, "held"]);
	});

	test.each<[string, unknown, Role[]]>([
		["what a guest may do too", { needs: rolesThatCan("answer") }, ["owner", "contributor", "guest"]],
		["a review", undefined, ["owner"]],
	])("%s is released by the roles that may do it, and by no other", async (_, details, expected) => {
		const { context, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		const body = { code: "role_required", message: "Not allowed.", ...(details ? { details } : {}) };
		const roles: Role[] = ["owner", "contributor", "auditor", "guest"];
		const released: Role[] = [];
		for (const role of roles) {
			const { id } = await outbox.enqueue(scan("a.example", { workspace: FIRM }));
			server.faults.push({ each: [{ status: 403, body }] });
			await outbox.sendNow(id);
			if ((await releaseSolved(outbox, ADA, [{ id: FIRM, role }])) > 0) released.push(role);
			await outbox.discard(id);
		}
		expect(released).toEqual(expected);
	});

	test("the clients are asked for of a workspace in which something waits for one, unless they were read", async () => {
		const { context, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		await heldOnes(outbox, server);
		const both: Access[] = [
			{ id: OWN, role: "owner" },
			{ id: FIRM, role: "auditor" },
		];
		expect(await waitingForClients(outbox, ADA, both)).toEqual([FIRM]);
		expect(await waitingForClients(outbox, BEN, both)).toEqual([]);
		expect(await waitingForClients(outbox, ADA, [{ id: FIRM, role: "owner", clients: [] }])).toEqual([]);
	});

	test("a sealed one is released too: what it waits for is in clear", async () => {
		const { context, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		const sealed = {
			kind: "sealed",
			body: { sealed: "age", files: [] },
			owner: ADA,
			workspace: FIRM,
		} as never as NewEntry;
		const { id } = await outbox.enqueue(sealed);
		server.faults.push({ each: [refusals.role] });
		expect(await outbox.sendNow(id)).toMatchObject({ status: "held", reason: "role" });
		expect(await releaseSolved(outbox, ADA, [{ id: FIRM, role: "contributor" }])).toBe(1);
	});

	test("lists release nothing that is held for another reason", async () => {
		const { context, server } = fakeDevice({ batches: true });
		const { outbox } = context();
		server.faults.push({ each: [{ status: 401 }] });
		await outbox.sendNow((await outbox.enqueue(scan("a.example", { workspace: FIRM }))).id);
		expect(await releaseSolved(outbox, ADA, [{ id: FIRM, role: "owner" }])).toBe(0);
	});
});

test("a request for another client or workspace keeps its key for good: edited, it stays there, and its client's name stays", async () => {
	const { context } = fakeDevice({ batches: true });
	const { outbox } = context();
	const { id } = await outbox.enqueue(scan("a.example", { workspace: FIRM, clientId: BANK, client: "Bank" }));
	expect(await outbox.edit(id, { client: "Shop", note: "Door" })).toMatchObject({ id, client: "Bank", note: "Door" });
	const request = { kind: "nmap-scan", body: { host: "b.example" } } as const;
	expect(await outbox.edit(id, { request })).toMatchObject({ v: 3, workspace: FIRM, clientId: BANK, client: "Bank" });
});
