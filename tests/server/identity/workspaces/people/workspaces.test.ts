import { describe, expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { jpegFile, pngFile } from "../../../../support/fuzz/pictures.ts";
import { createAccount } from "../../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../../support/server/api-client.ts";
import { addClient, addMember, createOwner, type TestMember } from "../../../../support/server/people.ts";
import { startTestServer } from "../../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;
const create = async (account: Parameters<typeof asAccount>[0], body: unknown, key?: string) =>
	apiClient(server.url, asAccount(account))("createWorkspace", {
		body,
		...(key && { headers: { "Idempotency-Key": key } }),
	});

describe("a new workspace", () => {
	test("has its maker as owner and itself as a client; a repeat creates nothing", async () => {
		const account = await createAccount(server);
		const body = { name: "  Second & Söhne ☠️ ", kind: "consultancy" };
		const [first, second] = [await create(account, body, "k"), await create(account, body, "k")];
		expect([first.status, second.status]).toEqual([201, 201]);
		const workspace = await first.json();
		expect(await second.json()).toEqual(workspace);
		expect(workspace).toMatchObject({ name: "Second & Söhne ☠️", kind: "consultancy", role: "owner" });
		const { workspaces } = await (await apiClient(server.url, asAccount(account))("listWorkspaces")).json();
		expect(workspaces.map(({ id }: { id: string }) => id)).toEqual([account.accountId, workspace.id]);
		const headers = { "Plumbline-Workspace": workspace.id };
		const read = await (await apiClient(server.url, asAccount(account))("readWorkspace", { headers })).json();
		expect(read.clients).toMatchObject([
			{ id: workspace.id, own: true, name: "Second & Söhne ☠️", code: "second-s-hne" },
		]);
	});

	test("is the sixth within an hour: refused; and the twenty-first at all", async () => {
		const account = await createAccount(server);
		const make = (n: number) => create(account, { name: `W ${n}`, kind: "company" });
		for (let n = 0; n < 5; n += 1) expect((await make(n)).status).toBe(201);
		expect(await refusalOf(await make(5))).toMatchObject({ status: 429, code: "rate_limited" });
		await pool.query("DELETE FROM rate_limits");
		await pool.query(
			`WITH made AS (INSERT INTO workspaces (id, name) SELECT gen_random_uuid(), 'W' FROM generate_series(1, 14) RETURNING id)
			 INSERT INTO memberships (workspace_id, account_id, role) SELECT id, $1, 'owner' FROM made`,
			[account.accountId],
		);
		expect(await refusalOf(await make(6))).toMatchObject({ status: 409, code: "limit_reached" });
	});

	test.each([
		["empty", " "],
		["a zero byte", "a\u0000b"],
		["10 kB", "x".repeat(10_000)],
		["half a character", "\ud800"],
		["a line", "a\nb"],
		["no text", 7],
	])("has no name that is %s", async (_name, name) => {
		const account = await createAccount(server);
		expect(await refusalOf(await create(account, { name, kind: "company" }))).toMatchObject({
			status: 400,
			code: "invalid_body",
		});
	});
});

describe("a workspace", () => {
	test("is the same answer until something changes", async () => {
		const owner = await createOwner(server);
		const first = await owner.call("readWorkspace");
		const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
		expect((await owner.call("readWorkspace", { headers })).status).toBe(304);
		expect((await owner.call("changeWorkspace", { body: { color: "violet" } })).status).toBe(200);
		const second = await owner.call("readWorkspace", { headers });
		expect(await second.json()).toMatchObject({ color: "violet", name: "Analytical Engines" });
	});

	test("takes its own client along when it is renamed, unless that was given another name", async () => {
		const owner = await createOwner(server);
		const nameOfOwn = async () => (await (await owner.call("readWorkspace")).json()).clients[0].name;
		await owner.call("changeWorkspace", { body: { name: "Babbage" } });
		expect(await nameOfOwn()).toBe("Babbage");
		await pool.query("UPDATE clients SET name = 'Internal' WHERE id = $1", [owner.workspaceId]);
		await owner.call("changeWorkspace", { body: { name: "Lovelace" } });
		expect(await nameOfOwn()).toBe("Internal");
	});

	test("with other clients stays a consultancy", async () => {
		const owner = await createOwner(server);
		await addClient(server, owner.workspaceId, "Acme");
		const refused = await refusalOf(await owner.call("changeWorkspace", { body: { kind: "company" } }));
		expect(refused).toMatchObject({ status: 400, details: { fields: [{ field: "/kind" }] } });
		await pool.query("DELETE FROM clients WHERE workspace_id = $1 AND id <> $1", [owner.workspaceId]);
		expect((await owner.call("changeWorkspace", { body: { kind: "company" } })).status).toBe(200);
	});

	test("shows all clients to members whichever client a request names, and a guest only theirs", async () => {
		const owner = await createOwner(server);
		const acme = await addClient(server, owner.workspaceId, "Acme");
		const guest = await addMember(server, owner, "guest", { clientId: acme });
		const named = (by: TestMember) => by.call("readWorkspace", { headers: { "Plumbline-Client": acme } });
		expect((await (await named(owner)).json()).clients).toHaveLength(2);
		expect((await (await named(guest)).json()).clients).toMatchObject([{ id: acme }]);
	});
});

describe("a logo", () => {
	const url = `${server.url}${API_BASE}${API_PATHS.workspaceLogo}`;
	const put = (by: TestMember, body: Buffer<ArrayBuffer> | string, type = "image/png") =>
		fetch(url, {
			method: "PUT",
			headers: { ...asAccount(by), "Plumbline-Workspace": by.workspaceId, "Content-Type": type },
			body,
		});
	const png = Buffer.from(pngFile(3, 2));

	test("is what its content says, and is shown as a picture and as nothing else", async () => {
		const owner = await createOwner(server);
		expect((await owner.call("readLogo")).status).toBe(404);
		const { logoVersion } = await (await put(owner, png, "image/jpeg")).json();
		expect((await (await owner.call("readWorkspace")).json()).logoVersion).toBe(logoVersion);
		const shown = await owner.call("readLogo");
		expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
		expect(shown.headers.get("Content-Type")).toBe("image/png");
		expect(shown.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(shown.headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'");
		const headers = { "If-None-Match": shown.headers.get("ETag") ?? "" };
		expect((await owner.call("readLogo", { headers })).status).toBe(304);

		const other = await (await put(owner, Buffer.from(jpegFile(3, 2)))).json();
		expect(other.logoVersion).not.toBe(logoVersion);
		expect((await owner.call("readLogo", { headers })).headers.get("Content-Type")).toBe("image/jpeg");
		expect((await owner.call("removeLogo")).status).toBe(204);
		expect((await owner.call("removeLogo")).status).toBe(204);
		expect((await owner.call("readLogo")).status).toBe(404);
	});

	test("of another kind, too large or damaged is refused, and the old one stays", async () => {
		const owner = await createOwner(server);
		await put(owner, png);
		const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
		expect(await refusalOf(await put(owner, svg))).toMatchObject({ status: 400, code: "invalid_body" });
		expect(await refusalOf(await put(owner, svg, "image/svg+xml"))).toMatchObject({ status: 415 });
		expect(await refusalOf(await put(owner, '{"a":1}', "application/json"))).toMatchObject({ status: 415 });
		expect(await refusalOf(await put(owner, ""))).toMatchObject({ status: 400 });
		const large = Buffer.concat([png, Buffer.alloc(100_001)]);
		expect(await refusalOf(await put(owner, large))).toMatchObject({ status: 413, message: /at most 100 kB/ });
		const wide = Buffer.from(pngFile(2_001, 1));
		expect(await refusalOf(await put(owner, wide))).toMatchObject({ status: 400, message: /2001 × 1 pixels/ });
		expect(Buffer.from(await (await owner.call("readLogo")).arrayBuffer()).equals(png)).toBe(true);
	});

	test("no other call takes pictures", async () => {
		const owner = await createOwner(server);
		const headers = { "Content-Type": "image/png" };
		expect(await refusalOf(await owner.call("createWorkspace", { body: {}, headers }))).toMatchObject({ status: 415 });
	});

	test("is set by those who manage the workspace, and seen by its members alone", async () => {
		const owner = await createOwner(server);
		const auditor = await addMember(server, owner, "auditor");
		expect(await refusalOf(await put(auditor, png))).toMatchObject({ status: 403, code: "role_required" });
		await put(owner, png);
		expect((await auditor.call("readLogo")).status).toBe(200);
		const stranger = { ...(await createOwner(server)), workspaceId: owner.workspaceId };
		expect(await refusalOf(await put(stranger, png))).toMatchObject({ status: 401, code: "other_workspace" });
		const link = `${url}?workspace=${owner.workspaceId}`;
		expect((await fetch(link, { headers: { Cookie: stranger.cookie } })).status).toBe(401);
		expect((await fetch(link, { headers: { Cookie: auditor.cookie } })).status).toBe(200);
	});
});
