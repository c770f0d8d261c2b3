import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import { TOKEN_SCOPES, type TokenScope } from "#contract/tokens/token-scopes.ts";
import type { TokenMade } from "#contract/tokens/tokens.ts";
import { apiClient, refusalOf } from "#tests/support/server/api-client.ts";
import { addClient, addMember, createOwner, type TestMember } from "#tests/support/server/people.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";

const server = await startTestServer({ env: { LIMIT_TOKEN_CALLS: "1000" } });
const { pool } = server.database;
const owner = await createOwner(server);
const other = await createOwner(server);

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function make(
	by: TestMember,
	scopes: readonly TokenScope[],
	more: Record<string, unknown> = {},
): Promise<TokenMade> {
	const response = await by.call("makeToken", { body: { name: "CI", scopes, endsOn: dayIn(30), ...more } });
	if (response.status !== 201) throw new Error(`makeToken answered ${response.status}: ${await response.text()}`);
	return response.json();
}
const bearing = (token: string, more: Record<string, string> = {}) =>
	apiClient(server.url, { Authorization: `Bearer ${token}`, ...more });

const names = Object.keys(OPERATIONS) as OperationName[];
const scopeOf = (name: OperationName) => (OPERATIONS[name] as Operation).scope;
const withScope = names.flatMap((name) => {
	const scope = scopeOf(name);
	return scope === undefined || scope === "any" ? [] : [{ name, needed: scope }];
});
// These two are answered before any route of the contract.
const without = names.filter(
	(name) => scopeOf(name) === undefined && !["readHealth", "readOpenApi", "readApiDocs"].includes(name),
);
const paramsOf = (name: OperationName) =>
	Object.fromEntries([...OPERATIONS[name].path.matchAll(/:(\w+)/g)].map(([, param = ""]) => [param, randomUUID()]));

const every = await make(owner, TOKEN_SCOPES);

describe("a call that names a scope", () => {
	test.each(withScope)("$name takes a token with the scope, and no other", async ({ name, needed }) => {
		const right = await make(owner, [needed]);
		const allowed = await bearing(right.token)(name, {
			params: paramsOf(name),
			body: method(name) === "GET" ? undefined : {},
		});
		expect([401, 403]).not.toContain(allowed.status);
		await allowed.body?.cancel();
		const wrong = await make(
			owner,
			TOKEN_SCOPES.filter((scope) => scope !== needed),
		);
		const refused = await bearing(wrong.token)(name, { params: paramsOf(name) });
		expect(refused.headers.get("WWW-Authenticate")).toBe(
			`Bearer realm="plumbline", error="insufficient_scope", scope="${needed}"`,
		);
		expect(await refusalOf(refused)).toMatchObject({ status: 403, code: "insufficient_scope" });
		await pool.query("DELETE FROM api_tokens WHERE id = ANY($1)", [[right.id, wrong.id]]);
	});

	// Which engines exist does not depend on a workspace.
	const here = withScope.filter(({ name }) => name !== "listEngines");
	test.each(here)("$name is 401 for another workspace", async ({ name }) => {
		const elsewhere = bearing(every.token, { "Plumbline-Workspace": other.workspaceId });
		expect(await refusalOf(await elsewhere(name, { params: paramsOf(name) }))).toMatchObject({ status: 401 });
	});
});
const method = (name: OperationName) => OPERATIONS[name].method;

test.each(without)("%s names no scope, so no token can make the call", async (name) => {
	const response = await bearing(every.token)(name, { params: paramsOf(name) });
	expect(response.status).toBe(403);
});

test("a token reads its own workspace and nothing of another", async () => {
	const read = await bearing(every.token)("listScans");
	expect(read.status).toBe(200);
	const own = bearing(every.token, { "Plumbline-Workspace": owner.workspaceId });
	expect((await own("listScans")).status).toBe(200);
});

test("cookies beside a token count for nothing", async () => {
	const response = await apiClient(server.url, { Authorization: "Bearer nonsense", Cookie: owner.cookie })("listScans");
	expect(await refusalOf(response)).toMatchObject({
		status: 401,
		code: "invalid_token",
		details: { reason: "malformed" },
	});
	expect(response.headers.get("WWW-Authenticate")).toBe('Bearer realm="plumbline", error="invalid_token"');
});

test("unknown, revoked and expired tokens say so", async () => {
	const reason = async (token: string) => (await refusalOf(await bearing(token)("listScans"))).details?.reason;
	const gone = await make(owner, ["scans:read"]);
	await pool.query("DELETE FROM api_tokens WHERE id = $1", [gone.id]);
	expect(await reason(gone.token)).toBe("unknown");
	const revoked = await make(owner, ["scans:read"]);
	expect((await owner.call("revokeToken", { params: { tokenId: revoked.id } })).status).toBe(204);
	expect(await reason(revoked.token)).toBe("revoked");
	const expired = await make(owner, ["scans:read"]);
	await pool.query("UPDATE api_tokens SET ends_on = $2 WHERE id = $1", [expired.id, dayIn(-1)]);
	expect(await reason(expired.token)).toBe("expired");
});

test("a token has at most its maker's role, and ends with the membership", async () => {
	const member = await addMember(server, owner, "consultant");
	const { token } = await make(member, ["scans:write", "scans:read"]);
	const call = bearing(token);
	expect((await call("listScans")).status).toBe(200);
	await pool.query("UPDATE memberships SET role = 'auditor' WHERE account_id = $1 AND workspace_id = $2", [
		member.accountId,
		owner.workspaceId,
	]);
	const refused = await call("startSslyzeScan", { body: { target: "example.com" } });
	expect(await refusalOf(refused)).toMatchObject({ status: 403, code: "role_required" });
	const { status } = await owner.call("removeMember", { params: { accountId: member.accountId } });
	expect(status).toBe(204);
	expect(await refusalOf(await call("listScans"))).toMatchObject({ status: 401, code: "invalid_token" });
});

test("a token for one client reaches no other", async () => {
	const one = await addClient(server, owner.workspaceId, "One");
	const two = await addClient(server, owner.workspaceId, "Two");
	const { token } = await make(owner, ["findings:read"], { clientId: one });
	expect((await bearing(token, { "Plumbline-Client": one })("listFindings")).status).toBe(200);
	const refused = await bearing(token, { "Plumbline-Client": two })("listFindings");
	expect(await refusalOf(refused)).toMatchObject({ status: 404, code: "client_unknown" });
});

test("a token can ask what it is, whatever its scopes, and about whichever client; a session is no token", async () => {
	const [one, two] = [
		await addClient(server, owner.workspaceId, "Own one"),
		await addClient(server, owner.workspaceId, "Own two"),
	];
	const wide = await make(owner, ["tasks:read"], { name: "Wide" });
	const own = {
		name: "Wide",
		prefix: wide.prefix,
		workspace: { id: owner.workspaceId, name: expect.any(String) },
		role: "owner",
		scopes: ["tasks:read"],
		clientId: null,
		endsOn: wide.endsOn,
	};
	expect(await (await bearing(wide.token)("readOwnToken")).json()).toEqual(own);
	expect(await (await bearing(wide.token, { "Plumbline-Client": two })("readOwnToken")).json()).toEqual(own);
	const narrow = await make(owner, ["tasks:read"], { clientId: one });
	expect(await (await bearing(narrow.token)("readOwnToken")).json()).toMatchObject({ clientId: one });
	const guest = await addMember(server, owner, "guest", { clientId: two });
	const ofGuest = await make(guest, ["tasks:read"]);
	await pool.query("UPDATE api_tokens SET client_id = NULL WHERE id = $1", [ofGuest.id]);
	const seen = await (await bearing(ofGuest.token)("readOwnToken")).json();
	expect(seen).toMatchObject({ prefix: ofGuest.prefix, role: "guest", clientId: two });
	expect(await refusalOf(await owner.call("readOwnToken"))).toMatchObject({ status: 404, code: "not_found" });
});

test("a token lists the clients that it reaches, and no others", async () => {
	const mine = await createOwner(server);
	const one = await addClient(server, mine.workspaceId, "Alpha Bank");
	const two = await addClient(server, mine.workspaceId, "Beta Oil");
	const listed = async (more: Record<string, unknown>, headers: Record<string, string> = {}) => {
		const { token } = await make(mine, ["clients:read"], more);
		return (await (await bearing(token, headers)("listClients")).json()).clients;
	};
	const all = await listed({});
	expect(all).toHaveLength(3);
	expect(all).toContainEqual({ id: one, name: "Alpha Bank", code: "alpha-bank", archivedAt: null });
	expect(await listed({ clientId: two })).toMatchObject([{ id: two }]);
	expect(await listed({}, { "Plumbline-Client": one })).toMatchObject([{ id: one }]);
});

test("a token works for at most a year", async () => {
	const response = await owner.call("makeToken", { body: { name: "CI", scopes: ["scans:read"], endsOn: dayIn(400) } });
	expect(await refusalOf(response)).toMatchObject({ status: 400, code: "invalid_body" });
});

test("members list and revoke their own tokens; managers everyone's", async () => {
	const member = await addMember(server, owner, "contributor");
	const made = await make(member, ["scans:read"]);
	const listed = async (by: TestMember) =>
		(await (await by.call("listTokens")).json()).tokens.map(({ id }: { id: string }) => id);
	expect(await listed(member)).toEqual([made.id]);
	expect(await listed(owner)).toContain(made.id);
	expect((await member.call("revokeToken", { params: { tokenId: every.id } })).status).toBe(404);
	expect((await owner.call("revokeToken", { params: { tokenId: made.id } })).status).toBe(204);
});

test("the database holds no token, and the audit log says who made one", async () => {
	const made = await make(owner, ["tasks:read"]);
	const { rows: tables } = await server.database.owner.query(
		"SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
	);
	expect(made.token.startsWith(made.prefix)).toBe(true);
	const secret = made.token.slice(4);
	for (const { name } of tables) {
		const { rows } = await server.database.owner.query(`SELECT FROM "${name}" AS t WHERE position($1 IN t::text) > 0`, [
			secret,
		]);
		expect(rows, name).toEqual([]);
	}
	const { rows } = await server.database.owner.query(
		"SELECT who, detail FROM audit_entries WHERE what = 'token-made' AND subject_id = $1",
		[made.id],
	);
	expect(rows).toEqual([{ who: owner.accountId, detail: expect.objectContaining({ name: "CI" }) }]);
});

test("a token that calls too often waits", async () => {
	const slow = await startTestServer({ env: { LIMIT_TOKEN_CALLS: "1" } });
	const person = await createOwner(slow);
	const { token } = await make(person, ["scans:read"]);
	const call = apiClient(slow.url, { Authorization: `Bearer ${token}` });
	expect((await call("listScans")).status).toBe(200);
	expect(await refusalOf(await call("listScans"))).toMatchObject({ status: 429, details: { scope: "client" } });
});
