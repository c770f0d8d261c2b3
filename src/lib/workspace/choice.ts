import * as z from "zod/mini";
import { type AccountId, accountId, type WorkspaceId, workspaceId } from "#contract/ids.ts";
import { LOCK_HINT } from "#src/lib/lock/lock-database.ts";

/** What the screens show: a workspace (null: the account's own) and one of its clients by code, or all of them. */
export type Choice = { workspace: WorkspaceId | null; code: string | null };

const NO_CHOICE: Choice = { workspace: null, code: null };

const stored = z.object({ account: accountId, workspace: z.nullable(workspaceId), code: z.nullable(z.string()) });

const KEY = "plumbline-shown";

const listeners = new Set<() => void>();

/** Null where storage is disabled or was never written. */
function textIn(storage: () => Storage): string | null {
	try {
		return storage().getItem(KEY);
	} catch {
		return null;
	}
}

/** Whether anything that identifies clients must stay off the disk. */
const hasLock = (): boolean => {
	try {
		return localStorage.getItem(LOCK_HINT) !== null;
	} catch {
		return false;
	}
};

let cached: { text: string | null; account: AccountId | null; choice: Choice } = {
	text: null,
	account: null,
	choice: NO_CHOICE,
};
/** Without storage, it is remembered until the page closes. */
let unstored: string | null = null;

function parse(text: string | null, account: AccountId | null): Choice {
	if (text === null || account === null) return NO_CHOICE;
	try {
		const { account: of, workspace, code } = z.parse(stored, JSON.parse(text));
		return of === account ? { workspace, code } : NO_CHOICE;
	} catch {
		return NO_CHOICE;
	}
}

/**
 * What this tab shows; in a new tab, what was last chosen on this device. Choosing in one tab does not change the others: they keep working
 * on what they show. The same object until it changes.
 */
export function readChoice(account: AccountId | null): Choice {
	const text = (hasLock() ? unstored : null) ?? textIn(() => sessionStorage) ?? unstored ?? textIn(() => localStorage);
	if (text !== cached.text || account !== cached.account) cached = { text, account, choice: parse(text, account) };
	return cached.choice;
}

export function writeChoice(account: AccountId, { workspace, code }: Choice): void {
	const isOwn = (workspace as string | null) === account;
	const shown = { account, workspace: isOwn ? null : workspace, code };
	unstored = JSON.stringify(shown);
	// A client's code reveals who it is.
	const text = hasLock() ? JSON.stringify({ ...shown, code: null }) : unstored;
	for (const storage of [() => sessionStorage, () => localStorage]) {
		try {
			storage().setItem(KEY, text);
		} catch {
			// Storage is disabled or full.
		}
	}
	for (const listener of listeners) listener();
}

/** Forgets the choice of this tab and of new ones. */
export function forgetChoice(): void {
	unstored = null;
	for (const storage of [() => sessionStorage, () => localStorage]) {
		try {
			storage().removeItem(KEY);
		} catch {
			// Then there is nothing to forget.
		}
	}
	for (const listener of listeners) listener();
}

export function subscribeChoice(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
