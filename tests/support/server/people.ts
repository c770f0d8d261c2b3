import { randomUUID } from "node:crypto";
import type { Role } from "#contract/workspaces/roles.ts";
import { until } from "../until.ts";
import { createAccount, newAccountAddress, type TestAccount } from "./accounts.ts";
import { apiClient, asAccount } from "./api-client.ts";
import { decodeMail, type Mailbox } from "./mailbox.ts";
import type { TestServer } from "./test-server.ts";

/** A member of a workspace, with calls that are for that workspace. */
export type TestMember = TestAccount & { call: ReturnType<typeof apiClient>; workspaceId: string };

/** Calls of an account for a workspace. */
export const asMember = (server: TestServer, account: TestAccount, workspaceId: string): TestMember => ({
	...account,
	workspaceId,
	call: apiClient(server.url, { ...asAccount(account), "Plumbline-Workspace": workspaceId }),
});

/** A new account that owns its own workspace. */
export async function createOwner(server: TestServer): Promise<TestMember> {
	const account = await createAccount(server);
	return asMember(server, account, account.accountId);
}

/** A new account that is a member of another's workspace. Its membership is inserted directly: another test covers how it comes about. */
export async function addMember(
	server: TestServer,
	{ workspaceId }: { workspaceId: string },
	role: Role,
	more: { clientId?: string; endsOn?: string } = {},
): Promise<TestMember> {
	const account = await createAccount(server);
	await server.database.pool.query(
		"INSERT INTO memberships (workspace_id, account_id, role, client_id, ends_on) VALUES ($1, $2, $3, $4, $5)",
		[workspaceId, account.accountId, role, more.clientId, more.endsOn],
	);
	return asMember(server, account, workspaceId);
}

/** A client of a workspace. */
export async function addClient(server: TestServer, workspaceId: string, name: string): Promise<string> {
	const id = randomUUID();
	await server.database.pool.query(
		"INSERT INTO clients (id, workspace_id, name, code) VALUES ($1, $2, $3, free_client_code($2, $3))",
		[id, workspaceId, name],
	);
	await server.database.pool.query("UPDATE workspaces SET kind = 'consultancy' WHERE id = $1", [workspaceId]);
	return id;
}

/** The token in the link of the newest email to an address, once there are `count` of them. */
export const tokenFor = (mailbox: Mailbox, email: string, count = 1): Promise<string> =>
	until(async () => {
		const tokens = mailbox.received
			.filter(({ to }) => to.includes(email))
			.flatMap(({ raw }) => /\/invitation#([\w-]{43})/.exec(decodeMail(raw))?.[1] ?? []);
		return tokens.length >= count && tokens.at(-1);
	}, `invitation ${count} to ${email}`);

/** Invites an address, and returns the invitation with the token of its email. */
export async function inviteTo(mailbox: Mailbox, by: TestMember, body: Record<string, unknown> = {}) {
	const email = newAccountAddress();
	const response = await by.call("invite", { body: { email, role: "consultant", ...body } });
	if (response.status !== 201) throw new Error(`invite answered ${response.status}: ${await response.text()}`);
	const invitation = await response.json();
	return { ...invitation, token: await tokenFor(mailbox, invitation.email) } as {
		id: string;
		email: string;
		token: string;
		state: string;
		expiresAt: string;
	};
}
