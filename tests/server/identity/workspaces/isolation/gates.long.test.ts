import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ownWorkspace, type WorkspaceId } from "#contract/ids.ts";
import { ACCOUNT, WORKSPACE } from "#contract/requests/headers.ts";
import { TOKEN_SCOPES } from "#contract/tokens/token-scopes.ts";
import { can, type Role } from "#contract/workspaces/roles.ts";
import { newTokenText } from "#server/identity/sessions/token-text.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { apiClient } from "#tests/support/server/api-client.ts";
import { createPerson } from "#tests/support/workspaces/fill-workspace.ts";
import { ACCOUNT_OPERATIONS, startAnsweringServer } from "#tests/support/workspaces/isolation-server.ts";

const server = await startAnsweringServer();
const { pool } = server.database;

/** How a session started, in a workspace that does or does not require two factors. */
type Sender = {
	role: Role;
	/** For the workspace in which it is sent. */
	strict: boolean;
	twoFactors?: true;
	/** Through the company of the workspace in which it is sent. */
	company?: true;
	/** Signed in an hour ago. */
	stale?: true;
	/** In the sender's own workspace, instead of another's. */
	own?: true;
	token?: true;
};

const SENDERS: Record<string, Sender> = {
	"an owner": { role: "owner", strict: false, own: true },
	"an owner who signed in an hour ago": { role: "owner", strict: false, own: true, stale: true },
	"an owner with one factor, where two are required": { role: "owner", strict: true, own: true },
	"an owner with two factors, where two are required": { role: "owner", strict: true, own: true, twoFactors: true },
	"the same, who signed in an hour ago": { role: "owner", strict: true, own: true, twoFactors: true, stale: true },
	"a member with one factor, where two are required": { role: "manager", strict: true },
	"a member through the company, where two are required": { role: "manager", strict: true, company: true },
	"the same, an hour later": { role: "manager", strict: true, company: true, stale: true },
	"a guest": { role: "guest", strict: false },
	"a guest with one factor, where two are required": { role: "guest", strict: true },
	"a token of an owner": { role: "owner", strict: true, own: true, token: true },
};

/** An answer to HEAD does not say why it is a refusal. */
const CALLS = ACCOUNT_OPERATIONS.filter(([, { method }]) => method !== "HEAD");

const GATES = ["step_up_required", "two_factors_required", "role_required", "insufficient_scope", "sign_in_required"];
const PASSES = "passes";

/** What the contract says about the call. */
function expected(sender: Sender, name: string, operation: Operation): string {
	const { permission = "self", ownWorkspace: ofOwn, stepUp, scope } = operation;
	if (sender.token && scope === undefined) return "insufficient_scope";
	// A token has none to give: its creator gave them.
	const lacksFactor = sender.strict && !sender.twoFactors && !sender.company && !sender.token;
	if (permission !== "self" && lacksFactor) return "two_factors_required";
	if (permission !== "self" && !can(sender.role, permission)) return "role_required";
	if (ofOwn && sender.own && lacksFactor) return "two_factors_required";
	if (stepUp && sender.stale) return "step_up_required";
	// The account has a passkey: a session without a second factor adds no other, and removes none where two are required.
	if (name === "beginPasskey" && !sender.twoFactors && !sender.token) return "two_factors_required";
	if (name === "beginTotp" && sender.company) return "two_factors_required";
	if (name === "removePasskey" && !sender.twoFactors && sender.strict) return "two_factors_required";
	return PASSES;
}
type Operation = (typeof ACCOUNT_OPERATIONS)[number][1];

/** A separate account for each call: some of them end sessions, or the account. */
async function begin(sender: Sender) {
	const person = await createPerson(pool, "gates", "x");
	const boss = sender.own ? person : await createPerson(pool, "boss", "x");
	const workspaceId = ownWorkspace(boss.accountId);
	await pool.query("UPDATE workspaces SET two_factors_required = $2 WHERE id = $1", [workspaceId, sender.strict]);
	if (!sender.own) {
		await pool.query(
			`INSERT INTO memberships (workspace_id, account_id, role, client_id)
			 VALUES ($1, $2, $3, CASE WHEN $3 = 'guest' THEN $1::uuid END)`,
			[workspaceId, person.accountId, sender.role],
		);
	}
	await pool.query(
		`UPDATE sessions SET two_factors = $2, sign_on_workspace = $3, created_at = now() - $4 * interval '1 hour',
		   signed_in_with = $5 WHERE account_id = $1`,
		[
			person.accountId,
			sender.twoFactors ?? false,
			sender.company ? workspaceId : null,
			sender.stale ? 1 : 0,
			sender.company ? "company" : "password",
		],
	);
	return apiClient(server.url, await headersOf(sender, person, workspaceId));
}

async function headersOf(
	sender: Sender,
	{ accountId, token }: Awaited<ReturnType<typeof createPerson>>,
	workspaceId: WorkspaceId,
): Promise<Record<string, string>> {
	const place = { [WORKSPACE]: workspaceId };
	if (!sender.token) return { Cookie: `session=${token}`, [ACCOUNT]: accountId, ...place };
	const text = newTokenText();
	await pool.query(
		`INSERT INTO api_tokens (id, workspace_id, account_id, name, prefix, token_hash, scopes, created_at, ends_on)
		 VALUES ($1, $2, $3, 'CI', 'plb_1234', $4, $5, now(), current_date + 1)`,
		[randomUUID(), workspaceId, accountId, tokenHash(text), [...TOKEN_SCOPES]],
	);
	return { Authorization: `Bearer ${text}`, ...place };
}

/** Names something that does not exist. */
const paramsOf = (path: string) =>
	Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, randomUUID()]));

describe.each(Object.entries(SENDERS))("%s", (_, sender) => {
	test("meets at each operation the gate that the contract names, and no other", async () => {
		const met: Record<string, string> = {};
		for (const [name, { path, body }] of CALLS) {
			const call = await begin(sender);
			const answer = await call(name, { params: paramsOf(path), ...(body && { body: {} }) });
			const isRefused = !answer.ok && answer.headers.get("Content-Type")?.startsWith("application/json");
			const code = isRefused ? ((await answer.json()).code as string) : PASSES;
			if (!isRefused) await answer.body?.cancel();
			expect(answer.status, name).toBeLessThan(500);
			met[name] = GATES.includes(code) ? code : PASSES;
		}
		expect(met).toEqual(
			Object.fromEntries(CALLS.map(([name, operation]) => [name, expected(sender, name, operation)])),
		);
	}, 120_000);
});
