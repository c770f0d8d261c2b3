import type { AccountId } from "#contract/ids.ts";

/** The account this device knows. Offline, it only determines what to show. */
export type KnownAccount = { accountId: AccountId; name: string; email: string };

/**
 * `unknown`: no one has signed in here, so screens show samples. `locked`: a read was answered with 401, so stored data is hidden
 * until the same account signs in again. `signed-out`: the user signed out without a network. Nothing is shown or sent for any
 * account until the session has ended.
 */
export type AccountState =
	| { status: "unknown" }
	| { status: "known"; account: KnownAccount; locked: boolean }
	| { status: "signed-out" };

const KEY = "plumbline-account";
const UNKNOWN: AccountState = { status: "unknown" };

let cached: { text: string | null; state: AccountState } = { text: null, state: UNKNOWN };
const listeners = new Set<() => void>();

/** Also null if storage is disabled or pages are being prerendered. */
function stored(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

/** The account this device knows. The same object until it changes. */
export function readAccount(): AccountState {
	const text = stored();
	if (text !== cached.text) cached = { text, state: parse(text) };
	return cached.state;
}

function parse(text: string | null): AccountState {
	if (text === null) return UNKNOWN;
	try {
		return JSON.parse(text) as AccountState;
	} catch {
		return UNKNOWN;
	}
}

export function writeAccount(state: AccountState): void {
	if (state.status === "unknown") localStorage.removeItem(KEY);
	else localStorage.setItem(KEY, JSON.stringify(state));
	for (const listener of listeners) listener();
}

/** Calls back after every change, in this tab and in others. */
export function subscribeAccount(listener: () => void): () => void {
	const elsewhere = (event: StorageEvent) => {
		if (event.key === KEY || event.key === null) listener();
	};
	listeners.add(listener);
	addEventListener("storage", elsewhere);
	return () => {
		listeners.delete(listener);
		removeEventListener("storage", elsewhere);
	};
}

/** The header that names the account this device acts for; empty if it knows none. */
export function accountHeader(name: string): Record<string, string> {
	const state = readAccount();
	return state.status === "known" ? { [name]: state.account.accountId } : {};
}
