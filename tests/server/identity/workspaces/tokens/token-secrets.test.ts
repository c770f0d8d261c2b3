import { expect, test } from "vitest";
import { TOKEN_SCOPES, type TokenScope } from "#contract/tokens/token-scopes.ts";
import type { TokenMade } from "#contract/tokens/tokens.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import { apiClient } from "#tests/support/server/api-client.ts";
import { createOwner } from "#tests/support/server/people.ts";
import { startTestServer } from "#tests/support/server/test-server.ts";

const lines: string[] = [];
const log = createLogger("debug", { write: (line) => void lines.push(line) });
const server = await startTestServer({ parts: { log } });
const { pool } = server.database;
const owner = await createOwner(server);
const other = await createOwner(server);

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const made: TokenMade[] = [];
async function make(scopes: readonly TokenScope[]): Promise<TokenMade> {
	const response = await owner.call("makeToken", { body: { name: "CI", scopes, endsOn: dayIn(30) } });
	expect(response.status).toBe(201);
	const token: TokenMade = await response.json();
	made.push(token);
	return token;
}

test("neither a token nor its hash is in the log, in an answer, in the audit log or in an export", async () => {
	const answers: { what: string; text: string }[] = [];
	async function see(what: string, status: number, call: Promise<Response>): Promise<void> {
		const response = await call;
		const body = await response.text();
		expect(response.status, `${what}: ${body}`).toBe(status);
		answers.push({ what, text: JSON.stringify([...response.headers]) + body });
	}
	const sending = (authorization: string, more: Record<string, string> = {}) =>
		apiClient(server.url, { Authorization: authorization, ...more });
	const anyone = apiClient(server.url);

	const works = await make(TOKEN_SCOPES);
	const bearer = `Bearer ${works.token}`;
	await see("right", 200, sending(bearer)("listScans"));
	await see("other scope", 403, sending(`Bearer ${(await make(["tasks:read"])).token}`)("listScans"));
	await see("no scope", 403, sending(bearer)("readMe"));
	await see("another workspace", 401, sending(bearer, { "Plumbline-Workspace": other.workspaceId })("listScans"));
	for (const name of ["token", "access_token", "authorization"]) {
		await see(`in the query as ${name}`, 401, anyone("listTasks", { query: { [name]: works.token } }));
	}
	await see("in the path", 401, anyone("readTask", { params: { taskId: works.token } }));
	await see("in a cookie", 401, apiClient(server.url, { Cookie: `session=${works.token}` })("listScans"));
	await see("without Bearer", 401, sending(works.token)("listScans"));
	await see("as Basic", 401, sending(`Basic ${works.token}`)("listScans"));
	await see("cut off", 401, sending(bearer.slice(0, -1))("listScans"));
	await see("twice", 401, sending(`${bearer}, ${bearer}`)("listScans"));
	await see("as a body", 400, sending(bearer)("startCombinedScan", { body: works.token }));

	const revoked = await make(["scans:read"]);
	await see("revoking", 204, owner.call("revokeToken", { params: { tokenId: revoked.id } }));
	await see("revoked", 401, sending(`Bearer ${revoked.token}`)("listScans"));
	const expired = await make(["scans:read"]);
	await pool.query("UPDATE api_tokens SET ends_on = $2 WHERE id = $1", [expired.id, dayIn(-1)]);
	await see("expired", 401, sending(`Bearer ${expired.token}`)("listScans"));

	await see("list", 200, owner.call("listTokens"));
	await see("audit", 200, owner.call("listAudit"));
	await see("audit export", 200, owner.call("exportAudit", { query: { format: "jsonl" } }));
	await see("account export", 200, owner.call("exportMyData"));
	for (const what of ["audit", "audit export", "account export"]) {
		const answer = answers.find((one) => one.what === what);
		expect(answer?.text, what).toContain(works.id);
	}
	expect(lines.length).toBeGreaterThan(answers.length);

	const log = { what: "log", text: lines.join("") };
	for (const { token } of made) {
		const hash = tokenHash(token);
		// Without the prefix that lists show, and without what was cut off above.
		const secrets = [
			token.slice(8, -1),
			...(["hex", "base64", "base64url"] as const).map((form) => hash.toString(form)),
		];
		for (const { what, text } of [log, ...answers]) {
			for (const secret of secrets) expect(text.includes(secret), `a secret is in: ${what}`).toBe(false);
		}
	}
});
