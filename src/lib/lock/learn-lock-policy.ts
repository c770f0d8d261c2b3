import type { WorkspaceList } from "#contract/workspaces/workspaces.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { lockHere } from "./lock-here.ts";

/** Takes over whether one of the account's workspaces requires a lock, before anything that was just read is kept. */
export async function learnLockPolicy({ workspaces }: WorkspaceList): Promise<void> {
	const state = readAccount();
	if (state.status !== "known") return;
	const required = workspaces.some(({ sealing }) => sealing?.required === true);
	// Without storage, nothing is kept at all.
	await lockHere.learnPolicy({ owner: state.account.accountId, required }).catch(() => undefined);
}
