import { expect } from "vitest";
import { type ClientId, ownClient, ownWorkspace, type WorkspaceId } from "#contract/ids.ts";
import { CLIENT, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import type { Role } from "#contract/workspaces/roles.ts";
import { type Client, client as clientSchema } from "#contract/workspaces/workspaces.ts";
import { createAccount, type TestAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount } from "../../../support/server/api-client.ts";
import type { TestServer } from "../../../support/server/test-server.ts";

export type Consultancy = Awaited<ReturnType<typeof createConsultancy>>;

/** An account with its workspace, and API calls in it. */
export async function createConsultancy(server: TestServer, owner?: TestAccount) {
	const account = owner ?? (await createAccount(server));
	const workspaceId: WorkspaceId = ownWorkspace(account.accountId);
	const callsOf = (of: TestAccount) => {
		const headers = { ...asAccount(of), [WORKSPACE]: workspaceId };
		return {
			headers,
			call: apiClient(server.url, headers),
			/** Sends bytes instead of JSON. */
			upload: (path: string, body: Uint8Array, more: Record<string, string> = {}) =>
				fetch(server.url + API_BASE + path, {
					method: "POST",
					headers: { ...headers, ...more },
					body: new Uint8Array(body),
				}),
		};
	};
	const own = callsOf(account);
	const { call } = own;
	const addClient = async (name: string, more: object = {}): Promise<Client> => {
		const response = await call("createClient", { body: { name, ...more } });
		expect(response.status, await response.clone().text()).toBe(201);
		return clientSchema.parse(await response.json());
	};
	return {
		...account,
		workspaceId,
		own: ownClient(workspaceId),
		...own,
		addClient,
		/** The same, as a member with another role. */
		async member(role: Role, clientId: ClientId | null = null) {
			const member = await createAccount(server);
			await server.database.pool.query(
				"INSERT INTO memberships (workspace_id, account_id, role, client_id) VALUES ($1, $2, $3, $4)",
				[workspaceId, member.accountId, role, clientId],
			);
			return { ...member, ...callsOf(member) };
		},
		/** Sets the client that a host belongs to. */
		async giveHost(host: string, clientId: ClientId) {
			await server.database.pool.query(
				`INSERT INTO assets (account_id, host, client_id) VALUES ($1, $2, $3)
				 ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id`,
				[workspaceId, host, clientId],
			);
		},
	};
}

/** Headers of a request about one client. */
export const about = (clientId: string) => ({ headers: { [CLIENT]: clientId } });

/** The answer's body, after checking its status. */
export async function bodyOf(response: Response, status = 200) {
	expect(response.status, await response.clone().text()).toBe(status);
	return response.json();
}
