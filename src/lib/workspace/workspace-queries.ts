import { queryOptions } from "@tanstack/react-query";
import type { WorkspaceId } from "#contract/ids.ts";
import { API_PATHS } from "#contract/routes.ts";
import {
	type Client,
	type ClientCreation,
	client,
	type WorkspaceList,
	workspace,
	workspaceList,
} from "#contract/workspaces/workspaces.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { sealKeys } from "#src/lib/sealing/seal-keys.ts";
import { type Access, releaseSolved, waitingForClients } from "#src/requests/access.ts";
import { browserLock } from "../lock/browser-lock.ts";
import { named, scopeKey } from "./scope.ts";

/** Notes whether one of the account's workspaces requires a lock, before anything that was just read is stored. */
async function learnLockPolicy({ workspaces }: WorkspaceList): Promise<void> {
	const state = readAccount();
	if (state.status !== "known") return;
	const required = workspaces.some(({ sealing }) => sealing?.required === true);
	// Without storage, nothing is kept at all.
	await browserLock.learnPolicy({ owner: state.account.accountId, required }).catch(() => undefined);
}

/**
 * Releases entries held for a workspace, role or client if the server's latest answer says that it is available again. Resolves to the
 * workspaces whose clients must be loaded as well.
 */
async function releaseBack(access: readonly Access[]): Promise<WorkspaceId[]> {
	const state = readAccount();
	if (state.status !== "known") return [];
	const { accountId } = state.account;
	try {
		const { browserOutbox } = await import("#src/lib/outbox/browser-outbox.ts");
		const outbox = browserOutbox();
		await releaseSolved(outbox, accountId, access);
		return await waitingForClients(outbox, accountId, access);
	} catch {
		// Without storage nothing is held.
		return [];
	}
}

/** Names change rarely, and every screen reads them. In milliseconds. */
const FRESH_MS = 60_000;

const WORKSPACE_KEY = "workspace";

/** `GET workspace/`: a workspace with its clients. Null: the account's own workspace. */
export const workspaceQuery = (id: WorkspaceId | null) => {
	const scope = { workspace: id, client: null };
	return queryOptions({
		queryKey: [WORKSPACE_KEY, ...scopeKey(scope)],
		meta: { kept: workspace },
		queryFn: async ({ signal }) => {
			const answer = await callApi(API_PATHS.workspace, { answer: workspace, signal, scope });
			void releaseBack([answer]);
			return answer;
		},
		staleTime: FRESH_MS,
	});
};

/** `GET workspaces/`: the workspaces that the account is a member of. */
export const workspacesQuery = queryOptions({
	queryKey: ["workspaces"],
	meta: { kept: workspaceList },
	queryFn: async ({ signal }) => {
		const answer = await callApi(API_PATHS.workspaces, { answer: workspaceList, signal });
		await learnLockPolicy(answer);
		// Only the server's answer decides whom to seal to, never a stored one. Without storage, nothing is sealed or saved.
		await sealKeys.keep(answer.workspaces).catch(() => undefined);
		void releaseBack(answer.workspaces).then((waiting) => {
			for (const id of waiting) void queryClient.prefetchQuery(workspaceQuery(named(id)));
		});
		return answer;
	},
	staleTime: FRESH_MS,
});

/** Refetches everything that a change to workspaces, their clients or members may affect. */
export const refreshWorkspaces = async (): Promise<void> => {
	await Promise.all([
		queryClient.invalidateQueries({ queryKey: [WORKSPACE_KEY] }),
		queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey }),
	]);
};

/** `POST clients/`. */
export async function createClient(workspace: WorkspaceId | null, body: ClientCreation): Promise<Client> {
	const scope = { workspace, client: null };
	const made = await callApi(API_PATHS.clients, { method: "POST", body, answer: client, scope });
	await refreshWorkspaces();
	return made;
}
